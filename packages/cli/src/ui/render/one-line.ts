import { safeText } from './safe-text.js';

/** Any text as one line that is safe to show. */
export const oneLine = (text: string): string => safeText(text).replaceAll(/\s+/g, ' ').trim();
