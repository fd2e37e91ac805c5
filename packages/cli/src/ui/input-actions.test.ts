import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import type { Controller } from './controller.js';
import { createInputActions, type InputActionOptions } from './input-actions.js';
import { emptyPrompt, withPromptText, type PromptState } from './input/prompt-state.js';
import { reduce } from './state/reduce.js';
import { createStore } from './state/store.js';
import { initialState, type QueuedMessage } from './state/view-state.js';
import { TEST_FACTS } from './testing/render-dialog.js';

interface Situation {
  readonly text?: string;
  readonly queue?: readonly QueuedMessage[];
  /** Commands that run in the foreground. */
  readonly running?: number;
  readonly mayRetry?: boolean;
}

function actionsIn({ text = '', queue = [], running = 0, mayRetry = false }: Situation) {
  const clock = createFakeClock();
  const store = createStore({ reduce, initial: { ...initialState(TEST_FACTS), queue }, clock });
  const prompt = createStore({
    reduce: (_: PromptState, next: PromptState) => next,
    initial: withPromptText(emptyPrompt(), text),
    clock,
  });
  const done: string[] = [];
  const note = (name: string) => (what: string, when?: string) => void done.push([name, what, when].join(' ').trim());
  const options = {
    controller: { say: note('say'), shell: note('shell'), retry: () => mayRetry } as unknown as Controller,
    wired: { shell: { toBackground: () => running } },
    ports: { store, prompt, print: () => {} },
    sent: { message: note('keep'), command: note('keep command') },
  } as unknown as InputActionOptions;
  return { actions: createInputActions(options), store, prompt, done };
}

it.each<[string, Parameters<ReturnType<typeof actionsIn>['actions']['inContext']>[0], Situation, boolean]>([
  ['Ctrl+B with a command that runs', 'background', { running: 1 }, true],
  ['Ctrl+B with one that runs, while something is written', 'background', { running: 1, text: 'x' }, true],
  ['Ctrl+B with none', 'background', {}, false],
  ['Ctrl+Y after an error', 'retry', { mayRetry: true }, true],
  ['Ctrl+Y after an error, in a text', 'retry', { mayRetry: true, text: 'x' }, false],
  ['Ctrl+Y otherwise', 'retry', {}, false],
  ['Ctrl+T with nothing written', 'tool-descriptions', {}, true],
  ['Ctrl+T in a text', 'tool-descriptions', { text: 'ab' }, false],
  ['Up with something that waits', 'edit-queued', { queue: [{ text: 'a', when: 'now' }] }, true],
  ['Up in a text', 'edit-queued', { queue: [{ text: 'a', when: 'now' }], text: 'x' }, false],
  ['Up with nothing that waits', 'edit-queued', {}, false],
])('%s', (_name, action, situation, taken) => {
  expect(actionsIn(situation).actions.inContext(action)).toBe(taken);
});

it.each<[QueuedMessage, PromptState['mode']]>([
  [{ text: 'a message', when: 'next' }, 'message'],
  [{ text: 'ls', when: 'next', shell: true }, 'shell'],
])('takes %j back as what it was', (message, mode) => {
  const { actions, store, prompt } = actionsIn({ queue: [{ text: 'first', when: 'now' }, message] });
  actions.inContext('edit-queued');
  expect(store.state().queue).toEqual([{ text: 'first', when: 'now' }]);
  expect([prompt.state().buffer.text, prompt.state().mode]).toEqual([message.text, mode]);
});

it('keeps what is sent for later sessions', () => {
  const { actions, done } = actionsIn({});
  actions.submit('a');
  actions.queue('b');
  actions.shell('ls');
  expect(done).toEqual(['keep a', 'say a now', 'keep b', 'say b next', 'keep command ls', 'shell ls']);
});
