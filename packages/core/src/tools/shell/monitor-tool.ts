import { lazyTool } from '../lazy-tool.js';
import type { TaskList } from '../tasks/task-list.js';
import type { Tool } from '../types.js';
import type { ShellToolOptions } from './shell-tool.js';

export interface MonitorOptions extends ShellToolOptions {
  readonly tasks: TaskList;
}

export const DEFAULT_EVENTS = 1000;
export const DEFAULT_IDLE_MS = 300_000;
export const MAX_IDLE_MS = 3_600_000;

export function createMonitorTool(options: MonitorOptions): Tool {
  return lazyTool(
    {
      name: 'monitor',
      displayName: 'Monitor',
      description:
        'Starts a command in the background and tells you each line that it prints, with your next step. Use it to watch ' +
        'a log or a build; let the command filter, so that only lines that matter are printed. task_stop ends it.',
      parameters: {
        type: 'object',
        properties: {
          command: { type: 'string', description: 'The command line.' },
          description: { type: 'string', description: 'What is watched, in a few words.' },
          max_events: {
            type: 'integer',
            minimum: 1,
            description: `Ends after so many lines. Default ${DEFAULT_EVENTS}.`,
          },
          idle_timeout_ms: {
            type: 'integer',
            minimum: 1,
            maximum: MAX_IDLE_MS,
            description: `Ends after so long without a line, in milliseconds. Default ${DEFAULT_IDLE_MS}.`,
          },
          directory: { type: 'string', description: 'Absolute path of the directory to run in.' },
        },
        required: ['command'],
      },
      kind: 'execute',
      parallel: false,
      deferred: true,
    },
    async () => (await import('./run-monitor.js')).runMonitorWith(options),
    options.debug,
  );
}
