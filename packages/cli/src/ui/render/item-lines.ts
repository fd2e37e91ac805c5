/** A finished item as lines. Pure: the same item and look give the same lines, on the screen as in an export or a test. */
import type { ViewItem } from '../state/view-state.js';
import { bannerLines } from './banner-lines.js';
import { cut, duration, folded, hanging, wrapped } from './lines.js';
import type { Look } from './look.js';
import { markdownLines } from './markdown.js';
import { toolItemLines } from './tool-lines.js';
import { factLines } from './panel.js';
import { openOutcomesLines, unknownOutcomeLines } from './unknown-outcome.js';

const USER_LINES = 20;

/** Without the empty line above. */
export function itemLines(item: ViewItem, look: Look): string[] {
  const { style, marks, width } = look;
  switch (item.kind) {
    case 'banner':
      return bannerLines(item, look);
    case 'user': {
      const lines = wrapped(item.text, width - 2);
      return hanging(marks.user, look.expanded ? lines : folded(lines, USER_LINES, look), style.user);
    }
    case 'answer': {
      const lines = answerLines(item.text, { ...look, width: width - 2 });
      return hanging(item.first ? marks.answer : '  ', lines, style.accent);
    }
    case 'thinking':
      return thinkingLines(item, look);
    case 'tool':
      return toolItemLines(item, look);
    case 'unknown-outcome':
      return unknownOutcomeLines(item, look);
    case 'open-outcomes':
      return openOutcomesLines(item, look);
    case 'facts':
      return [
        ...wrapped(item.title, width).map(style.bold),
        ...factLines(item.facts, look),
        ...item.notes.flatMap((note) => wrapped(note, width)),
      ];
    case 'notice': {
      const paint = { info: style.info, warning: style.warning, error: style.bad }[item.tone];
      return hanging(marks[item.tone], wrapped(item.text, width - 2), paint);
    }
    case 'report':
      return markdownLines(item.text, look);
  }
}

export const answerLines = (text: string, look: Look): string[] =>
  look.raw === true ? wrapped(text, look.width) : markdownLines(text, look);

/** Whether an empty line stands above it. */
export const hasGap = (item: ViewItem): boolean => !(item.kind === 'answer' && item.joined) && item.kind !== 'banner';

/** Folded it is one line that says how long it took. */
export function thinkingLines(
  { text, durationMs }: { readonly text: string; readonly durationMs: number },
  { style, marks, width, expanded }: Look,
): string[] {
  const shown = expanded
    ? wrapped(text, width - 2)
    : [cut(durationMs < 1_000 ? 'Thought (Ctrl+O)' : `Thought for ${duration(durationMs)} (Ctrl+O)`, width - 2)];
  return hanging(
    marks.thinking,
    shown.map((line) => style.muted(line)),
    style.muted,
  );
}
