/** Recorded sessions as a list to choose from. Pure. */
import type { SessionSummary } from '@qwen-code/qwen-code-core/sessions/list-sessions.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import { cut } from '../render/lines.js';
import { oneLine } from '../render/one-line.js';

const LABEL_WIDTH = 100;

export const sessionItems = (sessions: readonly SessionSummary[], nowMs: number): readonly ListItem<SessionSummary>[] =>
  sessions.map((session) => {
    const { customTitle, prompt = '', gitBranch, mtime } = session;
    const facts = [ago(nowMs - mtime), ...(gitBranch === undefined ? [] : [gitBranch])].join(' · ');
    const asked = cut(oneLine(prompt), LABEL_WIDTH);
    return {
      label: customTitle === undefined ? asked : cut(oneLine(customTitle), LABEL_WIDTH),
      details: customTitle === undefined ? [facts] : [facts, asked],
      value: session,
    };
  });

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** `3 hours ago`. */
export function ago(ms: number): string {
  const unit = UNITS.find(([length]) => ms >= length);
  if (unit === undefined) return 'just now';
  const count = Math.floor(ms / unit[0]);
  return `${count} ${unit[1]}${count === 1 ? '' : 's'} ago`;
}
