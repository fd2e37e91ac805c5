/** What /outcomes says of a recorded call in a few words: whose it is, how old, and what can be done with it. Pure. */
import { basename } from 'node:path';
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { outcomeView } from '../../outcomes/outcome-view.js';
import { endWords, NOTHING_TO_DO, shortTime, stateWords } from '../../outcomes/words.js';
import type { Fact } from '../render/panel.js';

/** Where and when it is looked at. */
export interface Onlooker {
  /** Absolute. */
  readonly cwd: string;
  readonly session: string;
  readonly nowMs: number;
}

export function age(iso: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(iso)) / 60_000);
  if (!(minutes >= 1)) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

export function whose(
  { workspace, session }: Pick<Outcome['intent'], 'workspace' | 'session'>,
  onlooker: Onlooker,
): string {
  if (workspace !== onlooker.cwd) return `project ${basename(workspace) || workspace}`;
  if (session === onlooker.session) return 'this session';
  return session === null ? 'no session' : 'another session';
}

/** `pay on bank`, safe to print. */
export function callName(outcome: Outcome): string {
  const { tool, server } = outcomeView(outcome);
  return `${tool} on ${server}`;
}

/** The second line of a list: state, age, whose, record. */
export function inBrief(outcome: Outcome, onlooker: Onlooker): string {
  const view = outcomeView(outcome);
  return [stateWords(view), age(view.at, onlooker.nowMs), whose(view, onlooker), view.id].join(' · ');
}

/** A sentence each: what can be done now. */
export function nextNotes({ id, state }: Pick<Outcome, 'id' | 'state'>): readonly string[] {
  switch (state) {
    case 'unknown':
      return [
        'It may have completed, and the same call is held back until it is known.',
        `Look at the system it works on, then: /outcomes reconcile ${id}`,
      ];
    case 'not_committed':
      return [`It did not happen. To send it once more: /outcomes retry ${id}`];
    default:
      return [NOTHING_TO_DO[state]];
  }
}

export function outcomeFacts(outcome: Outcome, onlooker: Onlooker): readonly Fact[] {
  const view = outcomeView(outcome);
  const last = view.reconciliations.at(-1);
  return [
    ['Server', view.server],
    ['Tool', view.tool],
    ['Called', `${shortTime(view.at)}, ${age(view.at, onlooker.nowMs)}, ${whose(view, onlooker)}`],
    ['Ended', endWords(view)],
    ['State', stateWords(view)],
    ...(last === undefined ? [] : [['Note', last.note] as const]),
    ['Record', view.id],
  ];
}
