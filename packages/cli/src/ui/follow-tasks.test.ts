import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import type { Task, TaskState } from '@qwen-code/qwen-code-core/tools/tasks/task-list.js';
import { followTasks } from './follow-tasks.js';
import { reduce } from './state/reduce.js';
import { createStore } from './state/store.js';
import { initialState, type ItemContent } from './state/view-state.js';
import { TEST_FACTS } from './testing/render-dialog.js';

it('counts what runs, tells the end of it in a line, and wakes the conversation', async () => {
  const clock = createFakeClock(1_000);
  const store = createStore({ reduce, initial: initialState(TEST_FACTS), clock });
  const states = new Map<string, TaskState>();
  const task = (kind: Task['kind'], id: string): Task => ({
    ...{ id, kind, title: `the\n${kind}` },
    state: () => states.get(id) ?? 'running',
    stop: () => Promise.resolve(),
  });
  let tasks: readonly Task[] = [];
  let happened = (): void => {};
  let woken = 0;
  const printed: ItemContent[] = [];
  const wired = { tasks: () => tasks, onTasks: (listener: () => void) => void (happened = listener) };
  followTasks({ wired, store, clock, print: (item) => printed.push(item), wake: () => (woken += 1) });
  expect(store.state().facts.tasks).toBe(0);

  tasks = [task('agent', 'agent-1'), task('agent', 'agent-2'), task('shell', 'shell-1')];
  await clock.advance(2_000);
  expect([store.state().facts.tasks, woken]).toEqual([3, 0]);

  states.set('agent-1', 'completed').set('agent-2', 'failed');
  happened();
  happened();
  tasks = tasks.slice(0, 2);
  await clock.advance(2_000);
  expect([store.state().facts.tasks, woken]).toEqual([0, 2]);
  expect(printed).toEqual([
    { kind: 'notice', tone: 'info', text: 'agent-1 in the background is done: the agent' },
    { kind: 'notice', tone: 'warning', text: 'agent-2 in the background failed: the agent' },
  ]);
});
