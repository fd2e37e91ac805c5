/**
 * What changed in a server's tools since its inventory was accepted. Pure over two listings.
 * A hint that became safer is marked: it may open a gate that was shut when somebody last looked.
 */
import type { ToolHints } from '../discovery/hints.js';
import { parseHints } from '../discovery/hints.js';
import type { DiscoveredTool } from '../types.js';
import type { AcceptedServer, AcceptedTool } from './file-schema.js';
import { fingerprint, HINT_NAMES, hintsAsSent, isSameDigest, type HintName } from './fingerprint.js';
import { isSafer, type ReplayClass } from './replay-class.js';

export interface HintChange {
  readonly hint: HintName;
  /** Undefined: not there. A text names a type that is wrong. */
  readonly before: boolean | string | undefined;
  readonly now: boolean | string | undefined;
  readonly safer: boolean;
}

export interface ToolDrift {
  readonly tool: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** The tool declares itself safer to repeat than when it was accepted. */
  readonly safer: boolean;
  readonly hints: readonly HintChange[];
  readonly schemaChanged: boolean;
  /** Something in the annotations besides the hints. */
  readonly annotationsChanged: boolean;
}

export type ClassOf = (hints: ToolHints | undefined) => ReplayClass;

export interface DriftInput {
  readonly accepted: AcceptedServer;
  readonly tools: readonly DiscoveredTool[];
  readonly classOf: ClassOf;
}

/** In the order of the listing, what was removed last. */
export function driftOf({ accepted, tools, classOf }: DriftInput): readonly ToolDrift[] {
  const before = new Map(Object.entries(accepted.tools));
  const names = new Set(tools.map(({ name }) => name));
  const present = tools.flatMap((tool): ToolDrift[] => {
    const old = before.get(tool.name);
    if (old === undefined) return [wholeTool(tool.name, 'added')];
    const change = compare(old, tool, classOf);
    return change === undefined ? [] : [change];
  });
  const gone = [...before.keys()].filter((name) => !names.has(name)).map((name) => wholeTool(name, 'removed'));
  return [...present, ...gone];
}

const wholeTool = (tool: string, kind: 'added' | 'removed'): ToolDrift => ({
  tool,
  kind,
  safer: false,
  hints: [],
  schemaChanged: false,
  annotationsChanged: false,
});

function compare(old: AcceptedTool, tool: DiscoveredTool, classOf: ClassOf): ToolDrift | undefined {
  const now = fingerprint(tool);
  const schemaChanged = !isSameDigest(old.schema, now.schema);
  const differs = !isSameDigest(old.annotationsDigest, now.annotationsDigest);
  if (!schemaChanged && !differs) return undefined;
  const hints = differs ? hintChanges(old.annotations, tool.annotations) : [];
  const isDeclaredSafer = differs && isSafer(classOf(tool.hints), classOf(parseHints(old.annotations)));
  return {
    tool: tool.name,
    kind: 'changed',
    safer: isDeclaredSafer || hints.some(({ safer }) => safer),
    hints,
    schemaChanged,
    annotationsChanged: differs && hints.length === 0,
  };
}

function hintChanges(before: unknown, now: unknown): readonly HintChange[] {
  const [old, fresh] = [hintsAsSent(before), hintsAsSent(now)];
  return HINT_NAMES.filter((hint) => old[hint] !== fresh[hint]).map((hint) => ({
    hint,
    before: old[hint],
    now: fresh[hint],
    safer: BECAME_SAFER[hint](old[hint], fresh[hint]),
  }));
}

type Became = (before: boolean | string | undefined, now: boolean | string | undefined) => boolean;

/** Away from the word that keeps a gate shut, or towards the one that opens it. */
const BECAME_SAFER: Readonly<Record<HintName, Became>> = {
  readOnlyHint: (_before, now) => now === true,
  idempotentHint: (before, now) => now === true || before === false,
  destructiveHint: (before, now) => now === false || before === true,
  openWorldHint: (before, now) => now === false || before === true,
};
