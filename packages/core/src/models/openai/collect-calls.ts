/**
 * Puts tool calls together from the deltas of a stream. Pure but for the ids it makes up.
 *
 * Providers differ: deltas without an index, the id or the name in every delta, whole calls in one delta, a call told
 * twice, no id at all, two calls under one index. One rule for all: a delta goes on with the newest call of its index (without
 * an index: of its id, else the newest one), unless it can't be part of it.
 */
import type { ToolCallRequest } from '../types.js';

export interface CallDelta {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

export interface CallCollector {
  add(delta: CallDelta): void;
  /** The calls so far, in the order in which they began. */
  calls(): readonly ToolCallRequest[];
}

interface Building {
  readonly index: number | undefined;
  id: string;
  name: string;
  json: string;
}

/** A delta with its gaps filled: an empty string where it says nothing. */
interface Piece {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

/** `newId` must be unique in the conversation: a made-up id that comes twice would make two calls look like one. */
export function createCallCollector(newId: () => string): CallCollector {
  const building: Building[] = [];
  return {
    add: (delta) => {
      const piece = pieceOf(delta);
      const current = currentFor(piece, building);
      if (current === undefined) building.push({ ...piece });
      else if (isAnother(current, piece)) building.push({ ...piece, name: piece.name || current.name });
      else goOn(current, piece);
    },
    calls: () =>
      building.map((call) => {
        if (call.id === '') call.id = newId();
        return { id: call.id, name: call.name, argumentsJson: call.json };
      }),
  };
}

function pieceOf({ index, id, function: made }: CallDelta): Piece {
  const json = made?.arguments ?? '';
  return {
    index: index ?? undefined,
    id: id ?? '',
    name: made?.name ?? '',
    json: typeof json === 'string' ? json : JSON.stringify(json),
  };
}

/** The call that this piece would go on with. */
function currentFor({ index, id, name }: Piece, building: readonly Building[]): Building | undefined {
  const sameId = (call: Building): boolean => call.id === id;
  if (index === undefined) return id === '' ? building.at(-1) : building.findLast(sameId);
  const sameIndex = building.findLast((call) => call.index === index);
  return sameIndex ?? (id !== '' && name === '' ? building.findLast(sameId) : undefined);
}

/** Whether the piece begins a call of its own: another id, another name, or more arguments after whole ones. */
function isAnother(call: Building, { id, name, json }: Piece): boolean {
  if (id !== '' && call.id !== '' && id !== call.id) return true;
  if (name !== '' && call.name !== '' && name !== call.name) return true;
  return startsOver(json) && json !== call.json && !isPlaceholder(call, name) && isWhole(call.json);
}

function goOn(call: Building, { id, name, json }: Piece): void {
  if (call.id === '') call.id = id;
  if (call.name === '') call.name = name;
  const replaces = startsOver(json) && (isPlaceholder(call, name) || (json === call.json && isWhole(json)));
  call.json = replaces ? json : call.json + json;
}

const startsOver = (json: string): boolean => json.trimStart().startsWith('{');

/** Some providers open a call with `{}` and send the arguments after it. */
const isPlaceholder = (call: Building, name: string): boolean => name === '' && call.json === '{}';

function isWhole(json: string): boolean {
  if (!json.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
