/** The three dialogs about calls whose outcome is unknown: the freeze question, /outcomes, and a retry. */
import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import { outcomesAt, type OutcomesResult } from '../outcomes/pages.js';
import { ONLOOKER, recordedOutcome } from '../testing/recorded-outcome.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import type { Dialog } from './dialog-desk.js';
import { freezeDialog, type FreezeResult } from './freeze.js';
import { outcomesDialog } from './outcomes.js';
import { retryDialog } from './retry.js';

const record = recordedOutcome();
const refuted = recordedOutcome({ state: 'not_committed' });
type Open = (columns?: number) => Promise<RenderedDialog<unknown>>;

const shownBy =
  <Result,>(which: Dialog<Result>): Open =>
  (columns = 80) =>
    renderDialog(which, { columns, rows: 40 });
const freeze = shownBy(freezeDialog({ record, onlooker: ONLOOKER }));
const outcomes = shownBy(
  outcomesDialog({ facts: { ...ONLOOKER, outcomes: [record] }, start: outcomesAt({ kind: 'list' }) }),
);
const retry = shownBy(retryDialog({ outcome: refuted, onlooker: ONLOOKER, args: '{\n  "amount": 7\n}' }));

const [DOWN, ENTER, ESC] = ['\u001b[B', '\r', '\u001b[27u'];
const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`;

let dialog: RenderedDialog<unknown>;
afterEach(() => dialog.unmount());

const flat = (): string => dialog.frame().replace(/[│\n]/g, ' ').replace(/ +/g, ' ');

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it.each<[string, Open, string, string[]]>([
    [
      'the freeze question',
      freeze,
      '',
      [
        'Held back: outcome unknown',
        'bank',
        'pay',
        record.id,
        '2 h ago',
        '1. Do not send it (Esc)',
        '3. Send it once more',
      ],
    ],
    ['a verdict in it', freeze, '2', ['What did you find', '1. It was done', '3. I do not know yet', 'Esc goes back']],
    ['how one knows', freeze, '21why', ['It was done. How do you know?', '> why', 'no card numbers']],
    [
      'a second look, with what becomes of the call that waits',
      freeze,
      `22log is empty${ENTER}`,
      ['Is this right?', 'log is empty', 'is then sent, once, with the same idempotency key', '1. No, go back'],
    ],
    ['the list', outcomes, '', ['Unknown outcomes of this', '1. pay on bank', 'this session', record.id, 'Esc closes']],
    [
      'one call',
      outcomes,
      ENTER,
      [
        'It may have completed. It was not sent again',
        'Server bank',
        'Ended lost',
        record.id,
        '1. Say what became of it',
      ],
    ],
    [
      'a second look',
      outcomes,
      `${ENTER}11seen${ENTER}`,
      ['Is this right?', 'It was done: seen', 'an identical call may be made again as a new one'],
    ],
    [
      'a retry',
      retry,
      '',
      [
        'Send pay on bank once more?',
        'did not happen',
        '"amount": 7',
        '1. Do not send it (Esc)',
        '2. Send it once more',
      ],
    ],
  ])('shows %s', async (_name, which, keys, words) => {
    dialog = await which(columns);
    await dialog.settle();
    await dialog.press(keys);
    for (const word of words) expect(flat()).toContain(word);
    expect(
      Math.max(
        ...dialog
          .frame()
          .split('\n')
          .map((line) => stringWidth(line)),
      ),
    ).toBeLessThanOrEqual(columns);
  });
});

describe('the freeze question', () => {
  it.each<[string, string, FreezeResult]>([
    ['Esc sends nothing', ESC, { kind: 'refuse' }],
    ['Enter alone sends nothing', ENTER, { kind: 'refuse' }],
    ['only the third answer sends', '3', { kind: 'send' }],
    [
      'what was found goes with its note',
      `21${pasted('seen\nin the ledger')}${ENTER}2`,
      {
        kind: 'found',
        verdict: 'committed',
        note: 'seen in the ledger',
      },
    ],
    ['back from a verdict it asks again', `2${ESC}${ESC}`, { kind: 'refuse' }],
  ])('%s', async (_name, keys, value) => {
    dialog = await freeze();
    await dialog.settle();
    await dialog.press(keys);
    expect(dialog.result()).toEqual({ value });
  });

  it.each(['3', ENTER, pasted('3')])('takes nothing typed ahead: %j', async (keys) => {
    dialog = await freeze();
    await dialog.press(keys);
    await dialog.settle();
    await dialog.press(pasted('3'));
    expect(dialog.result()).toBeUndefined();
  });
});

describe('a retry', () => {
  it.each<[string, string, boolean]>([
    ['Esc sends nothing', ESC, false],
    ['Enter alone sends nothing', ENTER, false],
    ['the second answer sends', '2', true],
    ['down and Enter send', `${DOWN}${ENTER}`, true],
  ])('%s', async (_name, keys, value) => {
    dialog = await retry();
    await dialog.settle();
    await dialog.press(keys);
    expect(dialog.result()).toEqual({ value });
  });
});

it('/outcomes gives back what is to be done', async () => {
  dialog = await outcomes();
  await dialog.settle();
  await dialog.press(`${ENTER}12gone${ENTER}${DOWN}${ENTER}`);
  const value: OutcomesResult = { kind: 'found', id: record.id, verdict: 'not_committed', note: 'gone' };
  expect(dialog.result()).toEqual({ value });
});
