/** A command that works without a terminal as well, done from one: for those that a dialog stands in for. */
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { safeText } from '../render/safe-text.js';
import type { UiCommandPorts } from './ui-command.js';

/** Prints its answer. Throws QwenError('usage') with its sentence when it was refused. */
export async function runHeadlessCommand(
  text: string,
  { wired, print, refresh }: Pick<UiCommandPorts, 'wired' | 'print' | 'refresh'>,
  signal: AbortSignal,
): Promise<void> {
  const expanded = await wired.expand(text, signal);
  refresh();
  if (expanded.kind === 'refused') throw new QwenError('usage', expanded.shown);
  if (expanded.kind === 'answer') print({ kind: 'notice', tone: 'info', text: safeText(expanded.shown) });
}
