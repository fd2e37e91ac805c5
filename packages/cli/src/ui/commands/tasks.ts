import type { Task } from '@qwen-code/qwen-code-core/tools/tasks/task-list.js';
import { pickDialog } from '../menu/menu.js';
import { oneLine } from '../render/one-line.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import type { UiCommand } from './ui-command.js';

export const tasks: UiCommand = {
  name: 'tasks',
  aliases: [],
  description: 'What runs in the background; stop some of it',
  usage: '',
  anytime: true,
  run: async (_args, { wired, dialogs, print }, signal) => {
    const page = {
      title: 'Background',
      head: ['Enter stops what runs.'],
      items: taskItems(wired.tasks()),
      empty: 'Nothing runs in the background.',
    };
    const task = await dialogs.ask(pickDialog('tasks', page), { signal });
    if (task === undefined) return;
    await task.stop();
    print({ kind: 'notice', tone: 'info', text: `${task.id}: ${task.state()}.` });
  },
};

/** What runs first. */
export const taskItems = (all: readonly Task[]): readonly ListItem<Task>[] =>
  all
    .toSorted((a, b) => Number(b.state() === 'running') - Number(a.state() === 'running'))
    .map((task) => ({
      label: `${task.id}: ${oneLine(task.title)}`,
      details: [`${task.kind}, ${task.state()}`],
      value: task,
    }));
