/** A question with a few answers: what it is about, which scrolls where it does not fit, and the answers to choose from. */
import type { ReactElement } from 'react';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { shareRows } from '../app/rows.js';
import { LinesView } from '../components/lines-view.js';
import type { Look } from '../render/look.js';
import { scrollKey } from '../render/scrolled.js';
import { listKey, listLines, LIST_HINT, type Choice } from './choice-list.js';
import { useDialogKeys, useDialogReady } from './dialog-host.js';
import { bodyRows, dialogLines, innerWidth, mostListRows } from './dialog-parts.js';

export interface ChoiceDialogProps<Value> {
  readonly title: string;
  readonly choices: readonly Choice<Value>[];
  /** What Esc answers. */
  readonly dismissed: Value;
  /** Stands behind what the keys do. */
  readonly hint?: string;
  /** Lines that fit the width. */
  body(look: Pick<Look, 'style' | 'width'>): readonly string[];
  done(value: Value): void;
}

export function ChoiceDialog<Value>(props: ChoiceDialogProps<Value>): ReactElement {
  const { title, choices, dismissed, hint = '', done } = props;
  const { style, marks, width } = useLook();
  const rows = shareRows(useScreenSize().rows, true).dialog;
  const ready = useDialogReady();
  const selected = useCurrent(0);
  const top = useCurrent(0);
  const inner = innerWidth(width);
  const body = props.body({ style, width: inner });
  const list = listLines(choices, { style, width: inner, selected: selected.shown, most: mostListRows(rows) });
  useDialogKeys((id) => {
    const scrolledTo = scrollKey(id, top.now(), { count: body.length, rows: bodyRows({ list }, rows) });
    if (scrolledTo !== undefined) return top.set(scrolledTo);
    const key = listKey(choices, selected.now(), id);
    if (key?.kind === 'moved') selected.set(key.selected);
    else if (key?.kind === 'chosen') done(key.value);
    else if (key?.kind === 'dismissed') done(dismissed);
  });
  const parts = { title, body, top: top.shown, list, hint: ready ? `${LIST_HINT}${hint}` : undefined };
  return <LinesView lines={dialogLines(parts, { style, marks, width, rows })} />;
}
