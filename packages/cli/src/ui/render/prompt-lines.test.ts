import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { parseKeys } from '../input/parse-keys.js';
import { promptKey } from '../input/prompt-key.js';
import { emptyPrompt, type PromptState } from '../input/prompt-state.js';
import { MARKS } from './look.js';
import { promptLines, promptTextWidth } from './prompt-lines.js';
import { plainStyle } from './style.js';

const start = emptyPrompt({ sent: ['fix the tests', 'two\nlines'], commands: ['git status'] });
const typed = (keys: string, from: PromptState = start): PromptState =>
  parseKeys(keys).events.reduce((state, event) => promptKey(state, event, 30)?.state ?? state, from);
const lines = (state: PromptState, width = 40, maxRows = 5): string[] =>
  promptLines(state, {
    ...{ style: plainStyle, marks: MARKS, width, expanded: false, highlight: undefined, maxRows },
    blurred: false,
  });

const frame = (...rows: string[]): string[] => [
  `╭${'─'.repeat(38)}╮`,
  ...rows.map((row) => `│ ${row.padEnd(36)} │`),
  `╰${'─'.repeat(38)}╯`,
];

describe('the prompt', () => {
  it.each<[string, PromptState, string[]]>([
    ['says what can be written', start, frame('> Type a message, / for commands, …')],
    ['has another mark for the shell', typed('!'), frame('! Type a shell command, Backspace …')],
    ['shows a command', typed('!ls'), frame('! ls')],
    ['shows the rows around the cursor', typed('a\nb\nc\nd\ne\nf\ng'), frame('> c', '  d', '  e', '  f', '  g')],
    [
      'says that something is laid aside',
      typed('x\u0013'),
      [...frame('> Type a message, / for commands, …'), 'Something is laid aside: Ctrl+S brings …'],
    ],
    [
      'shows what was sent before',
      typed('\u0012'),
      [
        ...frame('> Type a message, / for commands, …'),
        'Search:    Enter takes it, Ctrl+R goes …',
        '› two ⏎ lines    ',
        '  fix the tests  ',
      ],
    ],
    [
      'says that nothing was found',
      typed('\u0012zz'),
      [...frame('> Type a message, / for commands, …'), 'Search: zz   nothing found'],
    ],
  ])('%s', (_name, state, expected) => {
    expect(lines(state).map((line) => line.replace(/ {3,}$/, '  '))).toEqual(
      expected.map((line) => line.replace(/ {3,}$/, '  ')),
    );
  });
});

describe('what completes the text', () => {
  const long = `src/${'deep/'.repeat(20)}file.ts`;
  const withItems = (labels: readonly string[], help?: string): PromptState => ({
    ...typed('@'),
    completion: {
      query: { from: 0, to: 1, word: '' },
      items: labels.map((label) => ({ insert: label, label, keepsEnd: true as const })),
      selected: 0,
      help,
    },
  });

  it.each([40, 80, 200])('keeps the end of a path and fits %i columns', (width) => {
    const shown = lines(withItems([long]), width);
    expect(shown.at(-1)).toMatch(/^› (?:…|src).*deep\/file\.ts\s*$/);
    expect(Math.max(...shown.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
  });

  it('stands below what the command takes', () => {
    expect(lines(withItems(['low'], '/effort low|high  How hard')).slice(3)).toEqual([
      '/effort low|high  How hard',
      expect.stringMatching(/^› low/),
    ]);
  });

  it('is the part around what is selected', () => {
    const state = withItems(Array.from({ length: 20 }, (_, at) => `file-${at}`));
    const shown = lines({ ...state, completion: { ...state.completion!, selected: 10 } }).slice(3);
    expect(shown).toHaveLength(6);
    expect(shown.find((line) => line.startsWith('›'))).toContain('file-10');
  });
});

it('leaves the text as wide as it says', () => {
  const width = promptTextWidth(40);
  expect(lines(typed('x'.repeat(width)))[1]).toBe(`│ > ${'x'.repeat(width)}  │`);
});
