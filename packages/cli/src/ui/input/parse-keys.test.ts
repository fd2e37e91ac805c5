import { describe, expect, it } from 'vitest';
import { flushKeys, parseKeys, type InputEvent } from './parse-keys.js';

const key = (id: string, text = ''): InputEvent => ({ kind: 'key', id, text });

describe('parseKeys', () => {
  it.each<[string, string, InputEvent[]]>([
    ['letters', 'aÄ', [key('a', 'a'), key('Ä', 'Ä')]],
    ['an emoji as one press', '😀', [key('😀', '😀')]],
    ['space, tab, enter and line feed', ' \t\r\n', [key('space', ' '), key('tab'), key('enter'), key('ctrl+j')]],
    ['both ways to send backspace', '\u007f\b', [key('backspace'), key('backspace')]],
    ['control letters', '\u0001\u0003\u001f', [key('ctrl+a'), key('ctrl+c'), key('ctrl+_')]],
    ['arrows, application arrows', '\u001b[A\u001bOB', [key('up'), key('down')]],
    ['arrows with modifiers', '\u001b[1;5C\u001b[1;3D', [key('ctrl+right'), key('alt+left')]],
    [
      'numbered keys',
      '\u001b[3~\u001b[3;5~\u001b[H\u001b[4~',
      [key('delete'), key('ctrl+delete'), key('home'), key('end')],
    ],
    ['shift+tab', '\u001b[Z', [key('shift+tab')]],
    [
      'alt with a letter, enter and backspace',
      '\u001bb\u001b\r\u001b\u007f',
      [key('alt+b'), key('alt+enter'), key('alt+backspace')],
    ],
    [
      'kitty: shift+enter, ctrl+enter, escape',
      '\u001b[13;2u\u001b[13;5u\u001b[27u',
      [key('shift+enter'), key('ctrl+enter'), key('escape')],
    ],
    ['kitty: ctrl+c, and a locked caps key', '\u001b[99;5u\u001b[99;69u', [key('ctrl+c'), key('ctrl+c')]],
    ['modifyOtherKeys', '\u001b[27;2;13~', [key('shift+enter')]],
    ['no mouse or terminal report', '\u001b[<0;3;4M\u001b[?1u', []],
    [
      'a paste, its line ends made plain',
      '\u001b[200~a\r\nb\rc\u001b[201~d',
      [{ kind: 'paste', text: 'a\nb\nc' }, key('d', 'd')],
    ],
    [
      'keys inside a paste as text',
      '\u001b[200~\u0003\u001b[A\u001b[201~',
      [{ kind: 'paste', text: '\u0003\u001b[A' }],
    ],
  ])('%s', (_name, input, events) => {
    expect(parseKeys(input)).toEqual({ events, rest: '' });
  });

  it.each(['\u001b', '\u001b[', '\u001b[1;5', '\u001bO', '\u001b\u001b', '\u001b[200~abc', '\u001b[200~abc\u001b[20'])(
    'keeps %j until the rest comes',
    (rest) => {
      expect(parseKeys(`x${rest}`)).toEqual({ events: [key('x', 'x')], rest });
    },
  );
});

it.each<[string, InputEvent[], string]>([
  ['\u001b', [key('escape')], ''],
  ['\u001b\u001b', [key('escape'), key('escape')], ''],
  ['\u001b[1;', [], ''],
  ['\u001b[200~abc', [], '\u001b[200~abc'],
])('flushKeys(%j)', (rest, events, left) => {
  expect(flushKeys(rest)).toEqual({ events, rest: left });
});

it('hears whether the terminal has the focus', () => {
  expect(parseKeys('\u001b[I')).toEqual({ events: [], rest: '', focused: true });
  expect(parseKeys('a\u001b[I\u001b[O')).toEqual({
    events: [{ kind: 'key', id: 'a', text: 'a' }],
    rest: '',
    focused: false,
  });
});
