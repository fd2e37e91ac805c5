import { oneLine } from './one-line.js';

/** Any text as the cell of a markdown table. */
export const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|');
