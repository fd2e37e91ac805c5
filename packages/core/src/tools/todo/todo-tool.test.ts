import { expect, it } from 'vitest';
import { createToolContext } from '../../testing/tool-context.js';
import type { ToolResult } from '../types.js';
import type { Todo } from './todo-list.js';
import { createTodoTool } from './todo-tool.js';

const context = createToolContext();
const todo = (id: string, more: Partial<Todo> = {}): Todo => ({
  id,
  content: `do ${id}`,
  status: 'pending',
  blockedBy: [],
  ...more,
});

it('keeps the last list and tells it', async () => {
  const seen: (readonly Todo[])[] = [];
  const tool = createTodoTool({ onChange: (todos) => seen.push(todos) });
  const first = [
    todo('a', { status: 'completed' }),
    todo('b', { status: 'in_progress' }),
    todo('c', { blockedBy: ['a', 'b'] }),
  ];
  expect(await tool.execute({ todos: first }, context)).toEqual({
    status: 'ok',
    text: 'Task list updated: 1 completed, 1 in progress, 1 pending.\n---\n[x] a: do a\n[>] b: do b\n[ ] c: do c (after a, b)',
  });
  expect(tool.todos()).toEqual(first);
  expect(await tool.execute({ todos: [] }, context)).toEqual({ status: 'ok', text: 'The task list is empty now.' });
  expect(seen).toEqual([first, []]);
});

it('takes a task without blockedBy', async () => {
  const tool = createTodoTool();
  await tool.execute({ todos: [{ id: 'a', content: 'x', status: 'pending' }] }, context);
  expect(tool.todos()).toEqual([{ id: 'a', content: 'x', status: 'pending', blockedBy: [] }]);
});

it('does not share its list with another', async () => {
  const [one, other] = [createTodoTool(), createTodoTool()];
  await one.execute({ todos: [todo('a')] }, context);
  expect(other.todos()).toEqual([]);
});

it.each<[string, unknown, string]>([
  ['no list', 'x', 'todos must be a list of tasks.'],
  [
    'an unknown status',
    [{ ...todo('a'), status: 'done' }],
    'Task 1 needs an id, a content and a status (pending, in_progress, completed).',
  ],
  [
    'no content',
    [todo('a'), { ...todo('b'), content: ' ' }],
    'Task 2 needs an id, a content and a status (pending, in_progress, completed).',
  ],
  ['the same id twice', [todo('a'), todo('a')], 'Two tasks have the same id; each needs its own.'],
  ['an unknown blocker', [todo('a', { blockedBy: ['z'] })], 'Task a waits for z, which is not in the list.'],
  [
    'a task that waits for itself',
    [todo('a', { blockedBy: ['a'] })],
    'Task a waits for itself, directly or over other tasks.',
  ],
  [
    'a circle',
    [todo('a', { blockedBy: ['b'] }), todo('b', { blockedBy: ['c'] }), todo('c', { blockedBy: ['a'] })],
    'Task a waits for itself, directly or over other tasks.',
  ],
])('refuses %s and keeps the list it had', async (_name, todos, shown) => {
  const tool = createTodoTool();
  await tool.execute({ todos: [todo('old')] }, context);
  const expected: ToolResult = { status: 'error', text: `The task list was not changed. ${shown}` };
  expect(await tool.execute({ todos }, context)).toEqual(expected);
  expect(tool.todos()).toEqual([todo('old')]);
});
