import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import { renderDialog, type RenderedDialog } from '../testing/render-dialog.js';
import { planDialog, type PlanProps, type PlanResult } from './plan.js';

const props: PlanProps = {
  plan: '# Move the files\n\n1. Make the folder\n2. Move **all** of them',
  before: 'auto',
  trusted: true,
};
const long = { ...props, plan: Array.from({ length: 40 }, (_, at) => `${at + 1}. Step ${at + 1}`).join('\n') };

let dialog: RenderedDialog<PlanResult>;
afterEach(() => dialog.unmount());
const open = async (more: Partial<PlanProps> = {}, columns = 80): Promise<void> => {
  dialog = await renderDialog(planDialog({ ...props, ...more }), { columns });
  await dialog.settle();
};

const [UP, ENTER, ESC, PAGE_DOWN] = ['\u001b[A', '\r', '\u001b[27u', '\u001b[6~'];

it.each([40, 80, 200])('shows plan and answers at %i columns', async (columns) => {
  await open({}, columns);
  const flat = dialog.frame().replace(/[│\n]/g, ' ').replace(/ +/g, ' ');
  for (const word of [
    'Carry out this plan?',
    'Move the files',
    '2. Move all of them',
    'back to Auto mode',
    '4. No, keep',
  ])
    expect(flat).toContain(word);
  expect(
    Math.max(
      ...dialog
        .frame()
        .split('\n')
        .map((line) => stringWidth(line)),
    ),
  ).toBeLessThanOrEqual(columns);
});

it.each<[string, Partial<PlanProps>, string, PlanResult]>([
  ['the mode before', {}, ENTER, { kind: 'go', mode: 'auto' }],
  ['accepted edits', {}, '2', { kind: 'go', mode: 'auto-edit' }],
  ['asking for each edit', {}, '3', { kind: 'go', mode: 'default' }],
  ['no choice twice', { before: 'default' }, '3', { kind: 'keep', feedback: '' }],
  [
    'nothing that accepts in an untrusted folder',
    { before: 'default', trusted: false },
    '2',
    { kind: 'keep', feedback: '' },
  ],
  ['Esc', {}, ESC, { kind: 'keep', feedback: '' }],
  ['a no with words', {}, `${UP}${ENTER}smaller steps`, { kind: 'keep', feedback: 'smaller steps' }],
])('takes %s', async (_name, more, keys, value) => {
  await open(more);
  await dialog.press(keys);
  await dialog.press(ENTER);
  expect(dialog.result()).toEqual({ value });
});

it('stays lower than the screen', async () => {
  await open(long, 40);
  expect(dialog.frame().split('\n').length).toBeLessThanOrEqual(15);
});

describe('a plan that is higher than the screen', () => {
  it.each([40, 80, 200])('is scrolled, and the answers stay, at %i columns', async (columns) => {
    await open(long, columns);
    expect(dialog.frame()).toMatch(/1\. Step 1\b/);
    expect(dialog.frame()).not.toContain('Step 40');
    for (let page = 0; page < 20; page += 1) await dialog.press(PAGE_DOWN);
    expect(dialog.frame()).toMatch(/↑ \d+ more lines \(PgUp\)/);
    expect(dialog.frame()).toContain('40. Step 40');
    expect(dialog.frame()).toContain('keep planning');
  });
});
