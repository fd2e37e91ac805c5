/**
 * Follows what runs in the background: the footer counts it, its end is told in a line, and a conversation that is idle hears
 * what an agent has to report at once instead of with the next message.
 */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { Task, TaskState } from '@qwen-code/qwen-code-core/tools/tasks/task-list.js';
import type { WiredRun } from '../wire/wire-run.js';
import type { UiCommandPorts } from './commands/ui-command.js';

export interface FollowedTasks extends Pick<UiCommandPorts, 'store' | 'print'> {
  readonly wired: Pick<WiredRun, 'tasks' | 'onTasks'>;
  readonly clock: Clock;
  /** See Controller.wake. */
  wake(): void;
}

/** Nobody tells when a shell command begins or ends. */
const SHELLS_MS = 2_000;

const ENDED: Readonly<Record<Exclude<TaskState, 'running'>, string>> = {
  completed: 'is done',
  failed: 'failed',
  stopped: 'was stopped',
};

/** Begins at once. */
export function followTasks({ wired, store, print, clock, wake }: FollowedTasks): void {
  const running = new Set<string>();

  const tellEnd = ({ id, title }: Task, state: Exclude<TaskState, 'running'>): void => {
    if (!running.delete(id)) return;
    const text = `${id} in the background ${ENDED[state]}: ${printableText(title)}`;
    print({ kind: 'notice', tone: state === 'failed' ? 'warning' : 'info', text });
  };
  const look = (): void => {
    const tasks = wired.tasks();
    for (const task of tasks) {
      const state = task.state();
      if (state !== 'running') tellEnd(task, state);
      else if (task.kind !== 'shell') running.add(task.id);
    }
    const count = tasks.filter((task) => task.state() === 'running').length;
    if (store.state().facts.tasks !== count) store.dispatch({ type: 'facts', facts: { tasks: count } });
  };
  const goOnLooking = async (): Promise<void> => {
    for (;;) {
      look();
      await clock.sleep(SHELLS_MS, undefined, { ref: false });
    }
  };
  void goOnLooking();
  wired.onTasks(() => {
    look();
    wake();
  });
}
