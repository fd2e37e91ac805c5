/** Reads a `pages` argument: "3", "1-5", "10-". Pure. Pages count from 1; no more than twenty at a time. */
export const MAX_PAGES = 20;

export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Undefined when the text is no range or starts past the end. */
export function pageRange(pages: string | undefined, totalPages: number): PageRange | undefined {
  const match = /^\s*(\d+)\s*(?:(-)\s*(\d*))?\s*$/.exec(pages ?? '1-');
  if (match === null) return undefined;
  const [, from, dash, to] = match;
  const first = Number(from);
  const wanted = dash === undefined ? first : to ? Number(to) : totalPages;
  const last = Math.min(wanted, totalPages, first + MAX_PAGES - 1);
  return first >= 1 && last >= first ? { first, last } : undefined;
}
