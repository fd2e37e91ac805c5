import type { Clock } from '../../shared/clock.js';
import type { Environment } from '../../shared/find-executable.js';
import type { TextLimit } from '../../shared/text-limit.js';
import type { FileToolOptions } from '../files/file-tool-options.js';
import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';
import type { BackgroundProcesses } from './background-processes.js';

export const DEFAULT_TIMEOUT_MS = 120_000;
export const MAX_TIMEOUT_MS = 600_000;

export interface ShellToolOptions extends FileToolOptions {
  readonly clock: Clock;
  /** Where outputs that are too long, and those of background commands, are kept. Created when needed, mode 0700. */
  readonly tempDir: string;
  /** The host's hold on every living child. Its `endAll` belongs into the host's stop. */
  readonly background: BackgroundProcesses;
  /** Default: the process environment at the time of the call. */
  readonly env?: Environment;
  readonly sessionId?: () => string;
  readonly projectDir?: string;
  /** tools.shell.defaultTimeoutMs. */
  readonly defaultTimeoutMs?: number;
  /** tools.shell.heartbeatIntervalMs: how often a running command reports progress. */
  readonly heartbeatMs?: number;
  /** tools.shell.pager. */
  readonly pager?: string;
  readonly outputLimit?: TextLimit;
}

export function createShellTool(options: ShellToolOptions): Tool {
  const { defaultTimeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return lazyTool(
    {
      name: 'run_shell_command',
      displayName: 'Shell',
      description:
        `Runs a command line with ${process.platform === 'win32' ? 'cmd' : 'bash'} and reports output, exit code and signal. ` +
        'Input is closed, so nothing may ask questions. Output that is too long is cut in the middle and kept whole in a file. ' +
        'At the time limit the command and everything it started are ended. For servers and watchers set is_background: ' +
        'the call returns at once with the PID and the file that the output goes to.',
      parameters: {
        type: 'object',
        properties: {
          command: { type: 'string', description: 'The command line.' },
          description: { type: 'string', description: 'What it does, in one short sentence for the user.' },
          timeout: {
            type: 'integer',
            minimum: 1,
            maximum: MAX_TIMEOUT_MS,
            description: `Time limit in milliseconds. Default ${defaultTimeoutMs}.`,
          },
          directory: {
            type: 'string',
            description: 'Absolute path of the directory to run in. Default: the working directory.',
          },
          is_background: { type: 'boolean', description: 'Start it and return at once. Default false.' },
        },
        required: ['command'],
      },
      kind: 'execute',
      parallel: false,
    },
    async () => (await import('./run-shell.js')).runShellWith(options),
    options.debug,
  );
}
