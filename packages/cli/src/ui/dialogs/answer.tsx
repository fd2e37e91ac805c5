/**
 * What the questions about a call and about a plan have in common: what they are about, which scrolls, the answers, and a no
 * that may come with words for the model. Esc is a no at any time.
 */
import type { ReactElement } from 'react';
import { useCurrent, useLook, useScreenSize, useView } from '../app/hooks.js';
import { shareRows } from '../app/rows.js';
import { LinesView } from '../components/lines-view.js';
import { emptyBuffer, type TextBuffer } from '../input/text-buffer.js';
import { wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { scrollKey } from '../render/scrolled.js';
import { listKey, listLines, LIST_HINT, type Choice } from './choice-list.js';
import { useDialogKeys, useDialogReady } from './dialog-host.js';
import { bodyRows, dialogLines, innerWidth, mostListRows } from './dialog-parts.js';
import { fieldKey, fieldLines, fieldPaste } from './text-field.js';

export interface AnswerProps<Value> {
  readonly title: string;
  /** For the width between the edges of the frame. */
  body(look: Look): readonly string[];
  readonly choices: readonly Choice<Value | 'no'>[];
  /** What is asked after a no. */
  readonly askWords: string;
  onYes(value: Value): void;
  /** Empty: nothing was said. */
  onNo(words: string): void;
}

const WORDS_HINT = 'Enter to send; with nothing to say, or Esc, the turn ends';

export function AnswerDialog<Value>(props: AnswerProps<Value>): ReactElement {
  const { title, choices, askWords, onYes, onNo } = props;
  const look = useLook();
  const rows = shareRows(useScreenSize().rows, true).dialog;
  const ready = useDialogReady();
  const queued = useQueueWords();
  const selected = useCurrent(0);
  const top = useCurrent(0);
  const words = useCurrent<TextBuffer | undefined>(undefined);
  const inner = { ...look, width: innerWidth(look.width) };
  const body = props.body(inner);
  const list =
    words.shown === undefined
      ? listLines(choices, { ...inner, selected: selected.shown, most: mostListRows(rows) })
      : [...wrapped(askWords, inner.width), ...fieldLines(words.shown, inner)];
  useDialogKeys(
    (id, text) => {
      const field = words.now();
      const movesInField = field !== undefined && (id === 'home' || id === 'end');
      const size = { count: body.length, rows: bodyRows({ list }, rows) };
      const scrolledTo = movesInField ? undefined : scrollKey(id, top.now(), size);
      if (scrolledTo !== undefined) return top.set(scrolledTo);
      if (field !== undefined) {
        const step = fieldKey(field, { id, text });
        if (step?.kind === 'changed') words.set(step.buffer);
        else if (step !== undefined) onNo(step.kind === 'sent' ? step.text : '');
        return;
      }
      const key = listKey(choices, selected.now(), id);
      if (key?.kind === 'moved') selected.set(key.selected);
      else if (key?.kind === 'dismissed') onNo('');
      else if (key?.kind === 'chosen' && key.value === 'no') words.set(emptyBuffer);
      else if (key?.kind === 'chosen' && key.value !== 'no') onYes(key.value);
    },
    (text) => {
      const field = words.now();
      if (field !== undefined) words.set(fieldPaste(field, text));
    },
  );
  const hint = words.shown === undefined ? LIST_HINT : WORDS_HINT;
  const parts = { title: title + queued, body, top: top.shown, list, hint: ready ? hint : undefined };
  return <LinesView lines={dialogLines(parts, { ...look, rows })} />;
}

/** Where several questions wait, which of them this is. */
function useQueueWords(): string {
  const waiting = useView().dialogs.filter(({ rank }) => rank === 'question').length;
  return waiting > 1 ? ` (1 of ${waiting})` : '';
}
