/** Text in a page: nothing of it is markup. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string =>
  printableText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
