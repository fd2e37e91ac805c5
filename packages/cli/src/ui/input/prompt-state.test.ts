import { describe, expect, it } from 'vitest';
import { emptyPrompt, promptKey, withPromptText, type PromptEffect, type PromptState } from './prompt-state.js';
import { parseKeys } from './parse-keys.js';

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

const empty = emptyPrompt(['one', 'two']);
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
    ['closes the completion', open(withPromptText(empty, '/he'), '/help '), `${ESC}`, '/he', []],
  ])('%s', (_name, from, keys, text, effects) => {
    const { state, effects: told } = type(from, keys);
    expect([state.buffer.text, told]).toEqual([text, effects]);
  });
});

it('remembers what was sent', () => {
  expect(type(empty, `hi${ENTER}${UP}`).state.buffer.text).toBe('hi');
});
