import { describe, expect, it } from 'vitest';
import { promptKey } from './prompt-key.js';
import { completedBy, emptyPrompt, withPromptText, type PromptEffect, type PromptState } from './prompt-state.js';
import { parseKeys } from './parse-keys.js';
import { newVim } from './vim.js';

const WIDTH = 20;
const open = (state: PromptState, ...inserts: string[]): PromptState => ({
  ...state,
  completion: {
    query: { from: 0, to: state.buffer.text.length, word: '' },
    items: inserts.map((insert) => ({ insert, label: insert })),
    selected: 0,
  },
});

function type(state: PromptState, keys: string): { state: PromptState; effects: PromptEffect[] } {
  const effects: PromptEffect[] = [];
  const last = parseKeys(keys).events.reduce((now, event) => {
    const step = promptKey(now, event, WIDTH);
    if (step?.effect !== undefined) effects.push(step.effect);
    return step?.state ?? now;
  }, state);
  return { state: last, effects };
}

const empty = emptyPrompt({ sent: ['one', 'two'], commands: ['ls', 'git status'] });
const [UP, DOWN, ENTER, ESC, SHIFT_ENTER] = ['\u001b[A', '\u001b[B', '\r', '\u001b[27u', '\u001b[13;2u'];

describe('a key in the prompt', () => {
  it.each<[string, PromptState, string, string, PromptEffect[]]>([
    ['types', empty, 'hi', 'hi', []],
    ['sends', empty, `hi${ENTER}`, '', [{ kind: 'submit', text: 'hi' }]],
    ['does not send nothing', empty, ` ${ENTER}`, ' ', []],
    ['queues', empty, 'hi\u0011', '', [{ kind: 'queue', text: 'hi' }]],
    ['breaks a line', empty, `a${SHIFT_ENTER}b\nc\u001b\rd`, 'a\nb\nc\nd', []],
    ['breaks a line by a backslash', empty, `a\\${ENTER}b`, 'a\nb', []],
    ['sends a paste whole and never by itself', empty, `\u001b[200~a\nb\n\u001b[201~`, 'a\nb\n', []],
    ['asks for the shortcuts', empty, '?', '', [{ kind: 'shortcuts' }]],
    ['types a question mark after others', empty, 'a?', 'a?', []],
    ['leaves', empty, '\u0004', '', [{ kind: 'leave' }]],
    ['deletes when there is text', withPromptText(empty, 'ab'), '\u0001\u0004', 'b', []],
    ['tells of an escape', empty, ESC, '', [{ kind: 'escape' }]],
    ['goes back in history', empty, UP, 'two', []],
    ['goes back and forth', empty, `x${UP}${UP}${DOWN}${DOWN}`, 'x', []],
    ['moves in the text before it goes back', withPromptText(empty, 'a\nb'), `${UP}X`, 'aX\nb', []],
    ['completes', open(withPromptText(empty, '/he'), '/help '), '\t', '/help ', []],
    ['chooses another completion', open(withPromptText(empty, '/'), '/a ', '/b '), `${DOWN}\t`, '/b ', []],
    [
      'runs what it completes',
      open(withPromptText(empty, '/he'), '/help '),
      ENTER,
      '',
      [{ kind: 'submit', text: '/help' }],
    ],
    [
      'does not choose from what completed an older text',
      open(withPromptText(empty, '/h'), '/help '),
      'e\t',
      '/he',
      [],
    ],
    ['asks for the editor', withPromptText(empty, 'a'), '\u0018', 'a', [{ kind: 'edit-outside' }]],
    ['asks for an image', empty, '\u0016', '', [{ kind: 'paste-image' }]],
    [
      'takes the path of an image for one',
      empty,
      '\u001b[200~/a/b\\ c.png\u001b[201~',
      '',
      [{ kind: 'image-path', path: '/a/b c.png', pasted: '/a/b\\ c.png' }],
    ],
    ['runs a command', empty, `!ls${ENTER}`, '', [{ kind: 'shell', text: 'ls' }]],
    [
      'stays with the shell after a command',
      empty,
      `!ls${ENTER}pwd\u0011`,
      '',
      [
        { kind: 'shell', text: 'ls' },
        { kind: 'shell', text: 'pwd' },
      ],
    ],
    ['has another history for commands', empty, `!${UP}`, 'git status', []],
    ['leaves the shell by another !', empty, `!!ls${ENTER}`, '', [{ kind: 'submit', text: 'ls' }]],
    ['leaves the shell by Backspace', empty, `!\u007fls${ENTER}`, '', [{ kind: 'submit', text: 'ls' }]],
    ['types ! after others', empty, 'a!', 'a!', []],
    ['types ? for the shell', empty, '!?', '?', []],
    ['finds by Ctrl+R', empty, `x\u0012on${ENTER}`, 'one', []],
    ['finds older ones by more of Ctrl+R', empty, `\u0012\u0012\t`, 'one', []],
    ['keeps the text when the search is left', empty, `x\u0012on${ESC}`, 'x', []],
    ['keeps the text when nothing is found', empty, `x\u0012zzz${ENTER}`, 'x', []],
    ['lays the text aside', empty, `x\u0013`, '', []],
    ['brings it back', empty, `x\u0013\u0013`, 'x', []],
    ['changes it for another', empty, `x\u0013y\u0013`, 'x', []],
    ['closes the completion', open(withPromptText(empty, '/he'), '/help '), `${ESC}`, '/he', []],
  ])('%s', (_name, from, keys, text, effects) => {
    const { state, effects: told } = type(from, keys);
    expect([state.buffer.text, told]).toEqual([text, effects]);
  });
});

it('remembers what was sent', () => {
  expect(type(empty, `hi${ENTER}${UP}`).state.buffer.text).toBe('hi');
});

it('takes what is found next when Tab came before it was found', () => {
  const { state } = type(open(withPromptText(empty, '/h'), '/help '), 'e\t');
  const found = open(state, '/hello ', '/help ').completion;
  expect(completedBy(state, found).buffer.text).toBe('/hello ');
  expect(completedBy({ ...state, completion: undefined }, found).buffer.text).toBe('/hello ');
  expect(completedBy(type(state, '\u0001').state, found).buffer.text).toBe('/he');
});

it('folds what it takes from the history as a paste, and sends it whole', () => {
  const long = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n');
  const from = emptyPrompt({ sent: [long] });
  expect(type(from, UP).state.buffer.text).toBe('[Pasted text #1: 400 lines]');
  expect(type(from, `${UP}${ENTER}`).effects).toEqual([{ kind: 'submit', text: long }]);
});

it('keeps a paste of the draft while one looks at the history', () => {
  const lines = 'x\n'.repeat(30);
  const { effects } = type(empty, `see \u001b[200~${lines}\u001b[201~${UP}${DOWN}${ENTER}`);
  expect(effects).toEqual([{ kind: 'submit', text: `see ${lines}`.trim() }]);
});

describe('with vim keys', () => {
  const vim = emptyPrompt({ sent: ['one', 'two'], vim: newVim });
  it.each<[string, string, string, PromptEffect[]]>([
    ['types in insert mode', 'hi', 'hi', []],
    ['edits in normal mode', `one two${ESC}0dw`, 'two', []],
    ['sends from normal mode', `hi${ESC}${ENTER}`, '', [{ kind: 'submit', text: 'hi' }]],
    ['begins the next message in insert mode', `hi${ESC}${ENTER}x`, 'x', [{ kind: 'submit', text: 'hi' }]],
    ['goes back in history', `${ESC}k`, 'two', []],
    ['tells of the second escape', `hi${ESC}${ESC}`, 'hi', [{ kind: 'escape' }]],
  ])('%s', (_name, keys, text, effects) => {
    const { state, effects: told } = type(vim, keys);
    expect([state.buffer.text, told]).toEqual([text, effects]);
  });
});
