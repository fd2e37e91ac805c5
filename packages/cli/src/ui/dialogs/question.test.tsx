import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import { answersOf, askedQuestions } from '../questions/asked-questions.js';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import { questionDialog, type QuestionResult } from './question.js';

const which = {
  question: 'Which database should it use?',
  header: 'Database',
  options: [{ label: 'SQLite', description: 'One file, nothing to run' }, { label: 'Postgres' }],
};
const when = {
  question: 'When does it run?',
  header: 'Times',
  multiSelect: true,
  options: [{ label: 'Daily' }, { label: 'Weekly' }, { label: 'At\u001b[31m start' }],
};
const one = askedQuestions({ questions: [which] });
const two = askedQuestions({ questions: [which, when] });
const several = askedQuestions({ questions: [when] });

let dialog: RenderedDialog<QuestionResult>;
afterEach(() => dialog.unmount());

const open = async (questions: typeof one, size: { columns?: number; rows?: number } = {}): Promise<void> => {
  dialog = await renderDialog(questionDialog(questions), size);
};
const flat = (): string => dialog.frame().replace(/[│\n]/g, ' ').replace(/ +/g, ' ');

const [UP, DOWN, RIGHT, LEFT, ENTER, ESC] = ['\u001b[A', '\u001b[B', '\u001b[C', '\u001b[D', '\r', '\u001b[27u'];

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it('shows question, options and what they mean', async () => {
    await open(one, { columns });
    for (const word of ['Question: Database', 'Which database should it use?', '1. SQLite', 'One file', '3. Something'])
      expect(flat()).toContain(word);
    expect(
      Math.max(
        ...dialog
          .frame()
          .split('\n')
          .map((line) => stringWidth(line)),
      ),
    ).toBeLessThanOrEqual(columns);
  });

  it('shows where one is among several, and all answers at the end', async () => {
    await open(two, { columns });
    await dialog.settle();
    expect(flat()).toContain('[Database] Times Review');
    await dialog.press('2');
    expect(flat()).toContain('✓ Postgres'.replace('Postgres', 'Database'));
    expect(flat()).toContain('3. [ ] At start');
    await dialog.press(`13${ENTER}`);
    expect(flat()).toMatch(/\[Review\].*Postgres.*Daily, At start.*Enter sends the answers/);
  });
});

it.each<[string, typeof one, string, Readonly<Record<string, string>>]>([
  ['a digit', one, '2', { 0: 'Postgres' }],
  ['Enter', one, `${DOWN}${ENTER}`, { 0: 'Postgres' }],
  ['words of its own', one, `3use a file${ENTER}`, { 0: 'use a file' }],
  ['words after going back to the options', one, `3a${ESC}${UP}${DOWN}${ENTER}b${ENTER}`, { 0: 'b' }],
  ['several', several, `12${ENTER}${ENTER}`, { 0: 'Daily, Weekly' }],
  ['one that is ticked and not any more', several, `121${ENTER}${ENTER}`, { 0: 'Weekly' }],
  ['the space key', several, `${DOWN} ${ENTER}${ENTER}`, { 0: 'Weekly' }],
  ['several and words', several, `14and at noon${ENTER}${ENTER}${ENTER}`, { 0: 'Daily, and at noon' }],
  ['a label as the model wrote it', several, `3${ENTER}${ENTER}`, { 0: 'At\u001b[31m start' }],
  ['all of several questions', two, `11${ENTER}${ENTER}`, { 0: 'SQLite', 1: 'Daily' }],
  [
    'an answer that is changed in the end',
    two,
    `11${ENTER}${LEFT}${LEFT}2${RIGHT}${ENTER}`,
    { 0: 'Postgres', 1: 'Daily' },
  ],
  ['not all of them', two, `${RIGHT}2${ENTER}${ENTER}`, { 1: 'Weekly' }],
])('takes %s', async (_name, questions, keys, answers) => {
  await open(questions);
  await dialog.settle();
  await dialog.press(keys);
  expect(answersOf(questions, dialog.result()?.value ?? [])).toEqual(answers);
});

it('is declined with Esc', async () => {
  await open(two);
  await dialog.settle();
  await dialog.press(`1${ESC}`);
  expect(dialog.result()).toEqual({ value: undefined });
});

it('takes a paste into the field, and never as an answer', async () => {
  await open(one);
  await dialog.settle();
  await dialog.press('\u001b[200~1\n\u001b[201~');
  expect(dialog.result()).toBeUndefined();
  await dialog.press('3');
  await dialog.press('\u001b[200~two\nlines\n\u001b[201~');
  expect(dialog.frame()).toContain('> two lines');
  await dialog.press(ENTER);
  expect(dialog.result()?.value).toEqual([{ picked: [], other: 'two lines' }]);
});

it('is not answered by keys that come before it has settled', async () => {
  await open(one);
  await dialog.press(`2${ENTER}`);
  await dialog.settle();
  expect(dialog.result()).toBeUndefined();
});

it('explains only the option under the cursor where there is no room for more', async () => {
  const options = ['a', 'b', 'c', 'd'].map((label) => ({
    label,
    description: `what ${label} means ${'so '.repeat(30)}`,
  }));
  await open(askedQuestions({ questions: [{ ...which, options }] }), { columns: 40 });
  expect(flat()).toContain('what a means');
  expect(flat()).not.toContain('what b means');
});
