/**
 * The story of one run as an ordered list, enough to draw it: the client's calls, the server's processes, the loss, the
 * reconnect. Pure. The server's side is its ledger; each of the client's moments stands at the place in the ledger that
 * had been written by then, so that the order is one that really was.
 */
import type { LedgerEvent } from '../ledger.js';
import type { ClientResult, LabTool, Move } from './lab-case.js';
import type { ManualRetry } from './observation.js';

/** `process` counts server processes from 1. `attempt` counts the sends of the call under test from 1. */
export type LabEvent =
  | { readonly type: 'call_made' }
  | { readonly type: 'told'; readonly result: ClientResult | 'other' }
  | { readonly type: 'trust_taken'; readonly of: 'server' | 'workspace' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'retry_made' }
  | { readonly type: 'retry_told'; readonly retry: ManualRetry }
  | { readonly type: 'lookup_made' }
  | { readonly type: 'lookup_told'; readonly answered: boolean }
  | { readonly type: 'recorded'; readonly record_id: string }
  | { readonly type: 'process_started'; readonly process: number }
  | { readonly type: 'connecting'; readonly process: number }
  | { readonly type: 'listed'; readonly process: number }
  | { readonly type: 'call_arrived'; readonly process: number; readonly attempt: number }
  | { readonly type: 'committed'; readonly process: number }
  | { readonly type: 'answered'; readonly process: number }
  | { readonly type: 'no_answer'; readonly process: number }
  /** `how` is the kind of the server's fault, such as `exit`. */
  | { readonly type: 'connection_lost'; readonly process: number; readonly how: string }
  | { readonly type: 'lookup_arrived'; readonly process: number };

/** A moment of the client, after so many lines of the ledger. */
export interface Mark {
  readonly afterLines: number;
  readonly event: LabEvent;
}

export const moveEvent = (act: Move['act']): LabEvent =>
  act === 'cancel'
    ? { type: 'cancelled' }
    : { type: 'trust_taken', of: act === 'distrust-server' ? 'server' : 'workspace' };

export function labEvents(ledger: readonly LedgerEvent[], marks: readonly Mark[], tool: LabTool): LabEvent[] {
  const lookupFrom = marks.find(({ event }) => event.type === 'lookup_made')?.afterLines ?? Infinity;
  const isUnderTest = (index: number, name: string): boolean =>
    name === tool && (tool !== 'lookup' || index < lookupFrom);
  const markedAt = (lines: number): LabEvent[] =>
    marks.filter(({ afterLines }) => afterLines === lines).map(({ event }) => event);
  const story = ledger.flatMap((line, index) => [
    ...markedAt(index),
    ...serverEvents(ledger, line, (name) => isUnderTest(index, name)),
  ]);
  const late = marks.filter(({ afterLines }) => afterLines >= ledger.length).map(({ event }) => event);
  return withoutRepeats([...story, ...late]);
}

/** A canary of the lab begins a generation with a process and in no other way: the numbers are the same. */
function serverEvents(
  ledger: readonly LedgerEvent[],
  line: LedgerEvent,
  isUnderTest: (tool: string) => boolean,
): LabEvent[] {
  switch (line.event) {
    case 'start':
      return [{ type: 'process_started', process: startsUntil(ledger, line) }];
    case 'request':
      if (line.method === 'initialize') return [{ type: 'connecting', process: line.generation }];
      return line.method === 'tools/list' ? [{ type: 'listed', process: line.generation }] : [];
    case 'call':
      if (!isUnderTest(line.tool)) return [{ type: 'lookup_arrived', process: line.generation }, ...answered(line)];
      return [
        { type: 'call_arrived', process: line.generation, attempt: line.nth },
        ...(goesOn(ledger, line, 'commit') || goesOn(ledger, line, 'fault') ? [] : answered(line)),
      ];
    case 'commit':
      if (!isUnderTest(line.tool)) return [];
      return [
        { type: 'committed', process: line.generation },
        ...(goesOn(ledger, line, 'fault') ? [] : answered(line)),
      ];
    case 'fault':
      return isUnderTest(line.tool ?? '') ? [faultEvent(line.kind, line.generation)] : [];
    default:
      return [];
  }
}

interface OfCall {
  readonly tool: string;
  readonly nth: number;
  readonly generation: number;
}

const answered = ({ generation }: OfCall): LabEvent[] => [{ type: 'answered', process: generation }];

/** Does the ledger tell more of this call: an effect, or a fault in place of the answer? */
const goesOn = (ledger: readonly LedgerEvent[], { tool, nth }: OfCall, what: 'commit' | 'fault'): boolean =>
  ledger.some((line) => line.event === what && line.tool === tool && line.nth === nth);

const ANSWERS = new Set(['is-error', 'error', 'result', 'reply-then-exit']);
const SILENCES = new Set(['hang', 'wedge', 'endless']);

function faultEvent(how: string, process: number): LabEvent {
  if (ANSWERS.has(how)) return { type: 'answered', process };
  return SILENCES.has(how) ? { type: 'no_answer', process } : { type: 'connection_lost', process, how };
}

const startsUntil = (ledger: readonly LedgerEvent[], line: LedgerEvent): number =>
  ledger.slice(0, ledger.indexOf(line) + 1).filter(({ event }) => event === 'start').length;

/** A listing has pages, and some clients ask twice: that is one step of the story. */
const withoutRepeats = (events: readonly LabEvent[]): LabEvent[] =>
  events.filter((event, index) => JSON.stringify(event) !== JSON.stringify(events[index - 1]));
