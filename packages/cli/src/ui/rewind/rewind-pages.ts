/** The two questions of /rewind: to before which message, and what of it. Pure. */
import type { RewindPoint } from '@qwen-code/qwen-code-core/sessions/rewind.js';
import type { RestoreStep } from '@qwen-code/qwen-code-core/tools/file-history/restore-files.js';
import { ago } from '../commands/session-items.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import { cut } from '../render/lines.js';
import { oneLine } from '../render/one-line.js';
import { effectSentences, some, type LastingEffects } from './lasting-effects.js';

const LABEL_WIDTH = 100;

/** The newest first. */
export const pointItems = (points: readonly RewindPoint[], nowMs: number): readonly ListItem<RewindPoint>[] =>
  points.toReversed().map((point) => ({
    label: cut(oneLine(point.text), LABEL_WIDTH),
    details: point.at === '' ? [] : [ago(nowMs - Date.parse(point.at))],
    value: point,
  }));

export interface RewindChoice {
  readonly conversation: boolean;
  /** What is brought back. */
  readonly files: readonly RestoreStep[];
}

export interface RewindFacts {
  readonly point: RewindPoint;
  readonly steps: readonly RestoreStep[];
  readonly effects: LastingEffects;
  /** A path as people read it. */
  name(path: string): string;
}

export interface RewindQuestion {
  readonly title: string;
  readonly head: readonly string[];
  readonly items: readonly ListItem<RewindChoice>[];
}

export function rewindQuestion({ point, steps, effects, name }: RewindFacts): RewindQuestion {
  const of = (state: RestoreStep['state']): readonly RestoreStep[] => steps.filter((step) => step.state === state);
  const names = (some_: readonly RestoreStep[]): string => some(some_.map(({ path }) => oneLine(name(path))));
  const [ready, changed, unkept] = [of('ready'), of('changed'), of('unkept')];
  return {
    title: 'Go back to before this message?',
    head: [
      cut(oneLine(point.text), LABEL_WIDTH),
      ...(ready.length === 0 ? [] : [`Files that change back: ${names(ready)}.`]),
      ...(changed.length === 0 ? [] : [`Changed by somebody else since: ${names(changed)}.`]),
      ...(unkept.length === 0 ? [] : [`Without a copy, so they stay: ${names(unkept)}.`]),
      ...effectSentences(effects),
    ],
    items: [
      ...(ready.length === 0 ? [] : [{ label: 'Conversation and files', value: { conversation: true, files: ready } }]),
      { label: 'Conversation alone', value: { conversation: true, files: [] } },
      ...(ready.length === 0 ? [] : [{ label: 'Files alone', value: { conversation: false, files: ready } }]),
      ...(changed.length === 0
        ? []
        : [
            {
              label: `Conversation and files, also ${changed.length === 1 ? 'the one' : `the ${changed.length}`} that somebody else changed`,
              value: { conversation: true, files: [...ready, ...changed] },
            },
          ]),
    ],
  };
}
