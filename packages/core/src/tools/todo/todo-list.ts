/**
 * What a task list must be to make sense, and how it is told. Pure.
 */
export const TODO_STATUSES = ['pending', 'in_progress', 'completed'] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];

export interface Todo {
  readonly id: string;
  readonly content: string;
  readonly status: TodoStatus;
  /** Ids of the tasks that must be completed first. */
  readonly blockedBy: readonly string[];
}

export type ParsedTodos =
  { readonly kind: 'ok'; readonly todos: readonly Todo[] } | { readonly kind: 'refused'; readonly shown: string };

export function parseTodos(value: unknown): ParsedTodos {
  if (!Array.isArray(value)) return refused('todos must be a list of tasks.');
  const todos: Todo[] = [];
  for (const item of value) {
    const todo = parseTodo(item);
    if (todo === undefined)
      return refused(`Task ${todos.length + 1} needs an id, a content and a status (${TODO_STATUSES.join(', ')}).`);
    todos.push(todo);
  }
  const problem = problemOf(todos);
  return problem === undefined ? { kind: 'ok', todos } : refused(problem);
}

export function todoText(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'The task list is empty now.';
  const count = (status: TodoStatus): number => todos.filter((todo) => todo.status === status).length;
  const counts = `${count('completed')} completed, ${count('in_progress')} in progress, ${count('pending')} pending`;
  return [`Task list updated: ${counts}.`, '---', ...todos.map(todoLine)].join('\n');
}

const MARKS: Readonly<Record<TodoStatus, string>> = { pending: '[ ]', in_progress: '[>]', completed: '[x]' };

function todoLine({ id, content, status, blockedBy }: Todo): string {
  const waits = blockedBy.length > 0 ? ` (after ${blockedBy.join(', ')})` : '';
  return `${MARKS[status]} ${id}: ${content}${waits}`;
}

function parseTodo(value: unknown): Todo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, content, status, blockedBy } = value as Record<string, unknown>;
  const known = TODO_STATUSES.find((candidate) => candidate === status);
  if (typeof id !== 'string' || id === '' || typeof content !== 'string' || content.trim() === '' || !known)
    return undefined;
  const waitsFor = Array.isArray(blockedBy) ? blockedBy.filter((other) => typeof other === 'string') : [];
  return { id, content, status: known, blockedBy: waitsFor };
}

function problemOf(todos: readonly Todo[]): string | undefined {
  const byId = new Map(todos.map((todo) => [todo.id, todo]));
  if (byId.size < todos.length) return 'Two tasks have the same id; each needs its own.';
  for (const { id, blockedBy } of todos) {
    const stranger = blockedBy.find((other) => !byId.has(other));
    if (stranger !== undefined) return `Task ${id} waits for ${stranger}, which is not in the list.`;
    if (waitsForItself(id, byId)) return `Task ${id} waits for itself, directly or over other tasks.`;
  }
  return undefined;
}

function waitsForItself(id: string, byId: ReadonlyMap<string, Todo>): boolean {
  const seen = new Set<string>();
  for (let next = byId.get(id)?.blockedBy ?? []; next.length > 0;) {
    if (next.includes(id)) return true;
    const fresh = next.filter((other) => !seen.has(other));
    for (const other of fresh) seen.add(other);
    next = fresh.flatMap((other) => byId.get(other)?.blockedBy ?? []);
  }
  return false;
}

const refused = (shown: string): ParsedTodos => ({ kind: 'refused', shown });
