/**
 * What runs in the background of one conversation, and what the model has still to be told of it. Agents and monitors enter
 * themselves; shell commands are kept by the shell's own list and only shown here.
 */
import type { Note, OpenOutcome } from '../../models/types.js';
import type { BackgroundProcesses } from '../shell/background-processes.js';

export type TaskKind = 'agent' | 'monitor' | 'shell';
export type TaskState = 'running' | 'completed' | 'failed' | 'stopped';

export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  /** In the model's own words. */
  readonly title: string;
  state(): TaskState;
  /** Resolves when it has ended. Never rejects. */
  stop(): Promise<void>;
  /** Agents alone: gives it one more message, and says what becomes of it. */
  send?(message: string): string;
}

export interface TaskList {
  /** An id that no task of this conversation has had. */
  newId(kind: TaskKind): string;
  add(task: Task): void;
  /** In the order of their start, shell commands that still run last. */
  list(): readonly Task[];
  find(id: string): Task | undefined;
  /** The model is told at the next opportunity. */
  note(text: string, openOutcomes?: readonly OpenOutcome[]): void;
  /** Whether there is something to be told. */
  hasNotes(): boolean;
  /** What is to be told now; it is told once. */
  takeNotes(): readonly Note[];
  /** Resolves as soon as there is something to tell, or no agent is at work. Never rejects. */
  settled(signal: AbortSignal): Promise<void>;
  /** Whoever waits looks again: a task has ended. */
  changed(): void;
  /** Called when a task begins or ends, and when there is something to tell. Shell commands are not followed. */
  onChange(listener: () => void): void;
  /** Ends agents and monitors. Never rejects. */
  stopAll(): Promise<void>;
}

export function createTaskList(shells: BackgroundProcesses): TaskList {
  const tasks: Task[] = [];
  const waiting = new Set<() => void>();
  let notes: Note[] = [];
  let count = 0;

  const changed = (): void => {
    for (const look of [...waiting]) look();
  };
  const list = (): readonly Task[] => [...tasks, ...shells.list().map((shell) => shellTask(shell, shells))];
  const isAtWork = (task: Task): boolean => task.kind === 'agent' && task.state() === 'running';

  return {
    newId: (kind) => `${kind}-${(count += 1)}`,
    add: (task) => {
      tasks.push(task);
      changed();
    },
    list,
    find: (id) => list().find((task) => task.id === id),
    note: (text, openOutcomes) => {
      notes.push({ text, ...(openOutcomes !== undefined && { openOutcomes }) });
      changed();
    },
    hasNotes: () => notes.length > 0,
    takeNotes: () => {
      const taken = notes;
      notes = [];
      return taken;
    },
    settled: (signal) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!signal.aborted && notes.length === 0 && tasks.some(isAtWork)) return;
          waiting.delete(look);
          signal.removeEventListener('abort', look);
          resolve();
        };
        waiting.add(look);
        signal.addEventListener('abort', look);
        look();
      }),
    changed,
    onChange: (listener) => void waiting.add(listener),
    stopAll: async () => {
      await Promise.all(tasks.filter((task) => task.state() === 'running').map((task) => task.stop()));
    },
  };
}

/** A background command by the id that its result told. */
export const shellTaskId = (pid: number): string => `shell-pid-${pid}`;

function shellTask(
  { pid, command }: { readonly pid: number; readonly command: string },
  shells: BackgroundProcesses,
): Task {
  return {
    id: shellTaskId(pid),
    kind: 'shell',
    title: command,
    state: () => 'running',
    stop: () => shells.end(pid),
  };
}
