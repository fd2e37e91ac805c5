import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { OPEN_END_WORDS, type OpenEnd } from '../../outcomes/open-end.js';
import { toolView } from '../state/tool-view.js';
import type { ItemContent } from '../state/view-state.js';
import { itemLines } from './item-lines.js';
import { MARKS, WORD_MARKS, type Marks } from './look.js';
import { plainStyle } from './style.js';

const lines = (item: ItemContent, width: number, marks: Marks = MARKS): string[] =>
  itemLines({ ...item, id: 1 }, { style: plainStyle, marks, width, expanded: false, highlight: undefined });

const lost = (end: OpenEnd = 'lost'): ItemContent => ({
  kind: 'unknown-outcome',
  tool: toolView('mcp__bank__pay', { amount: 7 }),
  recordId: 'mo_e858fd193559ac08',
  at: '2026-08-03T14:03:14.512Z',
  end,
  byAgent: false,
});
const open: ItemContent = {
  kind: 'open-outcomes',
  calls: [
    { id: 'mo_e858fd193559ac08', server: 'bank', tool: 'pay', at: '2026-08-03T14:03:14.512Z' },
    { id: 'mo_6b619ffa200fa0ea', server: 'mail', tool: 'send', at: '2026-08-03T15:00:00.000Z' },
  ],
  others: 2,
};

it('says what was called, where and when, that it may have completed, was not repeated, and what to do', () => {
  expect(lines(lost(), 60)).toEqual([
    '╭─ Outcome unknown ────────────────────────────────────────╮',
    '│ This call may have completed. It was not sent again.     │',
    '│ The connection to the server was lost before an answer   │',
    '│ came.                                                    │',
    '│                                                          │',
    '│ Server  bank                                             │',
    '│ Tool    pay                                              │',
    '│ Called  2026-08-03 14:03:14Z                             │',
    '│ Record  mo_e858fd193559ac08                              │',
    '│                                                          │',
    '│ Find out from the system it works on whether it was      │',
    '│ done. /outcomes shows the call and takes what you found. │',
    '╰──────────────────────────────────────────────────────────╯',
  ]);
});

it('says it in words alone to a screen reader', () => {
  expect(lines(lost(), 200, WORD_MARKS)).toEqual([
    'Warning: Outcome unknown',
    'This call may have completed. It was not sent again.',
    'The connection to the server was lost before an answer came.',
    'Server  bank',
    'Tool    pay',
    'Called  2026-08-03 14:03:14Z',
    'Record  mo_e858fd193559ac08',
    'Find out from the system it works on whether it was done. /outcomes shows the call and takes what you found.',
  ]);
});

it('says what a screen reader is told of a call that is neither done nor failed', () => {
  const item: ItemContent = {
    kind: 'tool',
    tool: toolView('mcp__bank__pay', {}),
    result: { status: 'unknown', text: 'long', durationMs: 1 },
  };
  expect(lines(item, 80, WORD_MARKS)).toEqual(['Outcome unknown: pay (bank)']);
});

it('leaves out what nobody knows, and says that an agent made the call', () => {
  const shown = lines({ ...lost(), at: undefined, recordId: undefined } as ItemContent, 80).join('\n');
  expect(shown).not.toMatch(/Called|Record/);
  expect(lines({ ...lost(), byAgent: true } as ItemContent, 80).join('\n')).toContain(
    'Called  2026-08-03 14:03:14Z, by an agent',
  );
});

describe.each([40, 80, 200])('at %i columns', (width) => {
  const flat = (item: ItemContent): string =>
    lines(item, width)
      .map((line) => line.replace(/^│ | *│$/g, ''))
      .join(' ')
      .replace(/ +/g, ' ');
  it.each(Object.entries(OPEN_END_WORDS))('a call that was %s fits, and says why', (end, words) => {
    expect(flat(lost(end as OpenEnd))).toContain(words);
    expect(flat(lost(end as OpenEnd))).toContain('It was not sent again.');
    expect(lines(lost(end as OpenEnd), width).map((line) => stringWidth(line))).toEqual(
      lines(lost(end as OpenEnd), width).map(() => width),
    );
  });

  it('names what is open when a session is gone on with', () => {
    for (const word of [
      'pay on bank',
      '2026-08-03 14:03:14Z mo_e858fd193559ac08',
      'send on mail',
      'None was sent again.',
      '2 more of other sessions in this project',
      '/outcomes shows them',
    ])
      expect(flat(open)).toContain(word);
    expect(Math.max(...lines(open, width).map((line) => stringWidth(line)))).toBe(width);
  });
});
