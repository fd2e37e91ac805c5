/** One line that says what goes on, for how long, and how to stop it. Pure. */
import stringWidth from 'string-width';
import type { ServerFact, ViewState } from '../state/view-state.js';
import { count, cut, duration } from './lines.js';
import type { Look } from './look.js';

export const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
export const SPINNER_MS = 100;

/** In less room nothing is said of time and keys. */
const LEAST_FACTS = 5;

type BusyFacts = Pick<ViewState, 'live' | 'activity' | 'dialogs'> & Partial<Pick<ViewState, 'shell' | 'facts'>>;

export function busyLine(
  state: BusyFacts,
  { nowMs, frame }: { readonly nowMs: number; readonly frame: string },
  { style, width }: Look,
): string {
  if (state.activity.kind === 'idle') return '';
  const { startedMs, outputTokens } = state.activity;
  const facts = [
    duration(nowMs - startedMs),
    ...(outputTokens >= 1 ? [`↓ ${count(outputTokens)} tokens`] : []),
    'esc to cancel',
    ...(runsShell(state) ? ['ctrl+b to the background'] : []),
  ];
  const phrase = cut(phraseOf(state, nowMs), width - 2);
  const room = width - stringWidth(phrase) - 4;
  const rest = room < LEAST_FACTS ? '' : cut(`(${facts.join(' · ')})`, room);
  return `${style.accent(frame === '' ? '' : `${frame} `)}${style.accent(phrase)}${rest === '' ? '' : ` ${style.muted(rest)}`}`;
}

const runsShell = ({ shell, live }: BusyFacts): boolean =>
  shell !== undefined || live.tools.some(({ status, title }) => status === 'running' && title === 'Shell');

function phraseOf({ live, activity, dialogs, shell, facts }: BusyFacts, nowMs: number): string {
  if (activity.kind === 'busy' && activity.stopping) return 'Stopping…';
  if (dialogs.some(({ rank }) => rank === 'question')) return 'Waiting for your answer…';
  if (shell !== undefined) return 'Running your command…';
  if (live.retry !== undefined) return retryWords(live.retry, nowMs);
  const running = live.tools.find(({ status }) => status === 'running');
  if (running !== undefined) return `Running ${running.title}…`;
  if (live.answer !== '' || live.begun) return 'Writing…';
  if (live.thinking !== '') return 'Thinking…';
  // The first request waits for them, for a while.
  const starts = activity.kind === 'busy' && activity.turn === 0 && facts?.servers.some(isStarting) === true;
  return starts ? 'Waiting for MCP servers…' : 'Waiting for the model…';
}

const isStarting = ({ condition }: ServerFact): boolean => condition === 'starting';

function retryWords({ why, atMs }: { readonly why: string; readonly atMs: number }, nowMs: number): string {
  const seconds = Math.ceil((atMs - nowMs) / 1000);
  return `Trying again${seconds > 0 ? ` in ${duration(seconds * 1000)}` : ''}: ${why}`;
}
