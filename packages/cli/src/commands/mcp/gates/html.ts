/** Text in a page: on one line, and nothing of it is markup. */
import { escapeHtml } from '@qwen-code/qwen-code-core/shared/escape-html.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';

export const escaped = (text: string): string => escapeHtml(printableText(text));
