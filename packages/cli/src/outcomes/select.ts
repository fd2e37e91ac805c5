/** Which calls of the journal are meant, and in what order they are shown. Pure. */
import type { Outcome, OutcomeState } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';

export const STATES = [
  'unknown',
  'in_flight',
  'not_committed',
  'committed',
  'settled',
] as const satisfies readonly OutcomeState[];

export interface Filter {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  /** Empty: every state. */
  readonly states: readonly OutcomeState[];
  /** Milliseconds since the Unix epoch; calls before it are left out. */
  readonly sinceMs?: number | undefined;
  readonly workspace?: string | undefined;
}

/** The calls that fit: unknown ones first, then what is still out, then the rest; the newest first in each. */
export function selectOutcomes(outcomes: readonly Outcome[], filter: Filter): Outcome[] {
  const { server, tool, states, sinceMs, workspace } = filter;
  const fits = ({ intent, state, at }: Outcome): boolean =>
    (server === undefined || intent.server === server) &&
    (tool === undefined || intent.tool === tool) &&
    (workspace === undefined || intent.workspace === workspace) &&
    (states.length === 0 || states.includes(state)) &&
    (sinceMs === undefined || !(Date.parse(at) < sinceMs));
  return outcomes.filter(fits).sort((a, b) => rank(a) - rank(b) || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

const rank = ({ state }: Outcome): number => Math.min(STATES.indexOf(state), 2);

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `2026-01-31`, a full ISO 8601 time, or an age such as `90m`, `24h`, `7d`, `2w`. Undefined: not understood. */
export function parseSince(text: string, nowMs: number): number | undefined {
  const age = /^(\d{1,6})([mhdw])$/.exec(text);
  if (age !== null) return nowMs - Number(age[1]) * UNIT_MS[age[2] as keyof typeof UNIT_MS];
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** The call with this id, or the only one whose id starts with it. */
export function findOutcome(outcomes: readonly Outcome[], id: string): Outcome | 'none' | 'several' {
  const exact = outcomes.find((outcome) => outcome.id === id);
  if (exact !== undefined) return exact;
  const [first, second] = id.length < 4 ? [] : outcomes.filter((outcome) => outcome.id.startsWith(id));
  if (first === undefined) return 'none';
  return second === undefined ? first : 'several';
}
