/**
 * todo_write: the session's task list. The tool value owns it; a host that shows it is told of each new list.
 */
import { errorResult, okResult } from '../results.js';
import type { Tool } from '../types.js';
import { parseTodos, TODO_STATUSES, todoText, type Todo } from './todo-list.js';

export interface TodoTool extends Tool {
  /** The list as it is now. */
  todos(): readonly Todo[];
}

export interface TodoToolOptions {
  /** Told of every new list. Must not throw. */
  readonly onChange?: (todos: readonly Todo[]) => void;
}

export function createTodoTool({ onChange }: TodoToolOptions = {}): TodoTool {
  let current: readonly Todo[] = [];
  return {
    name: 'todo_write',
    displayName: 'TodoList',
    description:
      'Keeps the task list of this session. Each call gives the whole list anew. Use it for work of several steps: ' +
      'write the steps down, keep one in progress, and mark each completed as soon as it is done.',
    parameters: PARAMETERS,
    kind: 'internal',
    parallel: false,
    todos: () => current,
    execute: async ({ todos }) => {
      const parsed = parseTodos(todos);
      if (parsed.kind === 'refused') return errorResult(`The task list was not changed. ${parsed.shown}`);
      current = parsed.todos;
      onChange?.(current);
      return okResult(todoText(current));
    },
  };
}

const PARAMETERS = {
  type: 'object',
  properties: {
    todos: {
      type: 'array',
      description: 'The whole list, done tasks included.',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', minLength: 1, description: 'A name for the task that stays the same.' },
          content: { type: 'string', minLength: 1, description: 'What is to be done.' },
          status: { type: 'string', enum: [...TODO_STATUSES] },
          blockedBy: { type: 'array', items: { type: 'string' }, description: 'Ids of tasks to be completed first.' },
        },
        required: ['id', 'content', 'status'],
      },
    },
  },
  required: ['todos'],
};
