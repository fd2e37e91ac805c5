/** How far a running tool has come, as its server tells it: numbers, a bar when the total is known, and its words. Pure. */
import type { ToolProgress } from '@qwen-code/qwen-code-core/tools/types.js';
import { cut } from './lines.js';
import type { Look } from './look.js';

const BAR = 12;
/** Below this a bar would push the words out. */
const BAR_WIDTH = 50;

export function progressLine({ progress, total, message = '' }: ToolProgress, { style, marks, width }: Look): string {
  const known = total !== undefined && total > 0;
  const numbers = known ? `[${figure(progress)}/${figure(total)}]` : `[${figure(progress)}]`;
  const share = known ? Math.max(0, Math.min(1, progress / total)) : 0;
  const bar = known && width >= BAR_WIDTH ? ` ${filled(share)} ${Math.round(share * 100)}%` : '';
  const words = cut(message, Math.max(0, width - marks.progress.length - numbers.length - bar.length - 1));
  return `${style.info(marks.progress)}${numbers} ${words}${style.muted(bar)}`.trimEnd();
}

const figure = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

function filled(share: number): string {
  const full = Math.round(share * BAR);
  return '█'.repeat(full) + '░'.repeat(BAR - full);
}
