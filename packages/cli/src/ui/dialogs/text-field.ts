/** Words written inside a dialog: what a key makes of them, and their lines. Pure. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { actionOf, EDIT_KEYS } from '../input/key-bindings.js';
import { edit, insert, type TextBuffer } from '../input/text-buffer.js';
import { wrapped } from '../render/lines.js';
import type { Style } from '../render/style.js';

export type FieldKey =
  | { readonly kind: 'changed'; readonly buffer: TextBuffer }
  /** Without the spaces around it. */
  | { readonly kind: 'sent'; readonly text: string }
  | { readonly kind: 'dismissed' };

/** undefined: the key means nothing to a field. */
export function fieldKey(
  buffer: TextBuffer,
  { id, text }: { readonly id: string; readonly text: string },
): FieldKey | undefined {
  if (id === 'escape') return { kind: 'dismissed' };
  if (id === 'enter') return { kind: 'sent', text: buffer.text.trim() };
  const command = actionOf(EDIT_KEYS, id);
  if (command !== undefined && command !== 'newline') return { kind: 'changed', buffer: edit(buffer, command) };
  return text === '' ? undefined : { kind: 'changed', buffer: insert(buffer, text) };
}

/** What is pasted becomes one line: Enter alone sends. */
export const fieldPaste = (buffer: TextBuffer, text: string): TextBuffer => insert(buffer, printableText(text).trim());

/** With the cursor in it. */
export function fieldLines(
  { text, cursor }: Pick<TextBuffer, 'text' | 'cursor'>,
  { style, width }: { readonly style: Style; readonly width: number },
): string[] {
  const [under] = Array.from(text.slice(cursor));
  const typed = text.slice(0, cursor) + style.inverse(under ?? ' ') + text.slice(cursor + (under?.length ?? 0));
  return wrapped(`> ${typed}`, width);
}
