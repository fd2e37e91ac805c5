/**
 * The pages of `/mcp`: which there are, and what a key makes of them. Pure; what a page says is in server-pages and
 * tool-pages.
 */
import type { ListItem, ListState } from '../dialogs/scroll-list.js';
import { listStep, TOP } from '../dialogs/scroll-list.js';
import { actionOf, DIALOG_KEYS } from '../input/key-bindings.js';

export type McpPage =
  | { readonly kind: 'servers' }
  | { readonly kind: 'server' | 'tools' | 'prompts' | 'resources' | 'log' | 'sign-in'; readonly server: string }
  | { readonly kind: 'tool'; readonly server: string; readonly tool: string };

/** What somebody wants done with a server. */
export type McpAct = 'reconnect' | 'enable' | 'disable' | 'approve';

export type McpValue =
  | { readonly kind: 'open'; readonly page: McpPage }
  | { readonly kind: 'act'; readonly act: McpAct; readonly server: string }
  /** Goes into the prompt, and the dialog is over. */
  | { readonly kind: 'insert'; readonly text: string };

/** What a page says: a list to choose from, or a text to read. Lines fit the width. */
export interface PageView {
  readonly title: string;
  readonly head: readonly string[];
  readonly body:
    | { readonly kind: 'list'; readonly items: readonly ListItem<McpValue>[] }
    /** `atEnd`: what is last is what one wants to see. */
    | { readonly kind: 'text'; readonly lines: readonly string[]; readonly atEnd?: true };
  /** Stands in place of a body that is empty. */
  readonly empty: string;
}

export interface Level {
  readonly page: McpPage;
  /** Of a text: `selected` is the first line. */
  readonly list: ListState;
}

/** The pages gone through, the open one last. */
export type Trail = readonly Level[];

export const trailTo = (...pages: readonly McpPage[]): Trail => pages.map((page) => ({ page, list: TOP }));

export type PageStep =
  { readonly kind: 'moved'; readonly trail: Trail } | { readonly kind: 'closed' } | Exclude<McpValue, { kind: 'open' }>;

interface Key {
  readonly id: string;
  readonly text: string;
}

/** undefined: the key means nothing here. `rows` is how much of a text is seen at once. */
export function pageStep(trail: Trail, { body }: Pick<PageView, 'body'>, key: Key, rows: number): PageStep | undefined {
  const level = trail.at(-1);
  if (level === undefined) return { kind: 'closed' };
  const before = trail.slice(0, -1);
  const back: PageStep = before.length === 0 ? { kind: 'closed' } : { kind: 'moved', trail: before };
  if (body.kind === 'text') {
    if (actionOf(DIALOG_KEYS, key.id) === 'dismiss' || key.id === 'left') return back;
    const most = Math.max(0, body.lines.length - rows);
    const from = body.atEnd === true && level.list === TOP ? most : level.list.selected;
    const to = scrolled(from, key.id, { most, rows });
    if (to === undefined) return undefined;
    return { kind: 'moved', trail: [...before, { ...level, list: { selected: to, filter: undefined } }] };
  }
  const step = listStep(body.items, level.list, key);
  switch (step?.kind) {
    case undefined:
      return undefined;
    case 'dismissed':
      return back;
    case 'moved':
      return { kind: 'moved', trail: [...before, { ...level, list: step.state }] };
    case 'chosen':
      return step.value.kind === 'open'
        ? { kind: 'moved', trail: [...trail, { page: step.value.page, list: TOP }] }
        : step.value;
  }
}

function scrolled(from: number, id: string, { most, rows }: { most: number; rows: number }): number | undefined {
  const action = actionOf(DIALOG_KEYS, id);
  const by =
    action === 'up'
      ? -1
      : action === 'down'
        ? 1
        : { pageup: -rows, pagedown: rows, home: -Infinity, end: Infinity }[id];
  return by === undefined ? undefined : Math.max(0, Math.min(most, from + by));
}

/** The first line of a text that is seen. */
export function textStart(
  { list }: Level,
  { lines, atEnd }: Extract<PageView['body'], { kind: 'text' }>,
  rows: number,
): number {
  const most = Math.max(0, lines.length - rows);
  return atEnd === true && list === TOP ? most : Math.min(list.selected, most);
}
