import { describe, expect, it } from 'vitest';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { parseKeys } from '../input/parse-keys.js';
import {
  menuKey,
  openMenu,
  topLevel,
  type ListPage,
  type MenuMove,
  type MenuPage,
  type MenuState,
} from './menu-state.js';

const [DOWN, ENTER, ESC] = ['\u001b[B', '\r', '\u001b[27u'];

const written: MenuPage<string> = {
  kind: 'text',
  title: 'Name',
  text: 'old',
  send: (text: string) => ({ kind: 'done', result: text }),
};
const failing = (): never => {
  throw new QwenError('config', 'It can not be written.');
};
const root: ListPage<string> = {
  kind: 'list',
  title: 'Root',
  items: [
    { label: 'one', value: () => ({ kind: 'done', result: '1' }) },
    { label: 'write', value: () => ({ kind: 'page', page: written }) },
    { label: 'fail', value: failing },
    { label: 'change', value: () => ({ kind: 'again', page: { ...root, title: 'Root anew' }, told: 'Changed.' }) },
  ],
};

/** Where keys lead, one after the other. */
function press(bytes: string): MenuMove<string> | undefined {
  let move: MenuMove<string> | undefined;
  let state: MenuState<string> = openMenu(root);
  for (const event of parseKeys(bytes).events) {
    move = menuKey(state, event);
    if (move?.kind === 'state') state = move.state;
  }
  return move;
}

const view = (move: MenuMove<string> | undefined): unknown => {
  if (move?.kind !== 'state') return move;
  const { page, list, field } = topLevel(move.state);
  return [page.title, page.kind === 'text' ? field.text : list.selected, move.state.told?.text];
};

describe('a menu', () => {
  it.each<[string, string, unknown]>([
    ['chooses by a digit', '1', { kind: 'done', result: '1' }],
    ['moves', DOWN, ['Root', 1, undefined]],
    ['opens a page', '2', ['Name', 'old', undefined]],
    ['takes what is written', `2 new${ENTER}`, { kind: 'done', result: 'old new' }],
    ['takes a paste as one line', `2\u001b[200~a\nb\u001b[201~${ENTER}`, { kind: 'done', result: 'olda b' }],
    ['goes back a page', `${DOWN}${ENTER}${ESC}`, ['Root', 1, undefined]],
    ['is dismissed from the first page', ESC, { kind: 'dismissed' }],
    ['stays where a choice can not be had, and says why', '3', ['Root', 0, 'It can not be written.']],
    ['says what was changed, until the next key', '4', ['Root anew', 0, 'Changed.']],
    ['forgets what it said', `4${DOWN}`, ['Root anew', 1, undefined]],
    ['passes over what means nothing', '9', undefined],
  ])('%s', (_name, keys, expected) => {
    expect(view(press(keys))).toEqual(expected);
  });

  it('begins where it is told to', () => {
    expect(topLevel(openMenu({ ...root, selected: 2 })).list.selected).toBe(2);
  });
});
