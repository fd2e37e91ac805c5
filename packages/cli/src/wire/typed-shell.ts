/**
 * Commands that the person at the terminal types for the shell. Nobody is asked about them, but what the deny rules refuse
 * the model they refuse here as well. What came of them goes to the model with the next message.
 */
import { randomBytes } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import type { UserInput } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import { judgeCall } from '@qwen-code/qwen-code-core/scheduler/judge-call.js';
import { firstMatch } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import type { ApprovalPolicy } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Env, Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { BackgroundProcesses } from '@qwen-code/qwen-code-core/tools/shell/background-processes.js';
import type { ForegroundRun } from '@qwen-code/qwen-code-core/tools/shell/run-foreground.js';
import { shellTaskId } from '@qwen-code/qwen-code-core/tools/tasks/task-list.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';

export interface TypedShell {
  /** Never rejects. `onOutput` gets the output as it comes, without control sequences. */
  run(command: string, ports: { readonly signal: AbortSignal; onOutput(text: string): void }): Promise<TypedCommandEnd>;
  /** Lets the commands that run in the foreground go on in the background, those of the model too; how many those were. */
  toBackground(): number;
  /** A message with what was run since the last one. */
  withResults(input: UserInput): UserInput;
}

export interface TypedCommandEnd {
  readonly status: 'ok' | 'error' | 'cancelled' | 'denied';
  /** For the screen. */
  readonly text: string;
}

export interface TypedShellOptions {
  readonly place: Place;
  readonly settings: Pick<
    LoadedSettings['settings']['tools'],
    'shell' | 'truncateToolOutputThreshold' | 'truncateToolOutputLines'
  >;
  readonly env: Env;
  readonly clock: Clock;
  readonly tempDir: string;
  readonly background: BackgroundProcesses;
  /** Those of the run: without run_shell_command there is no shell. */
  readonly tools: readonly Tool[];
  sessionId(): string;
  policy(): ApprovalPolicy;
}

export function createTypedShell(options: TypedShellOptions): TypedShell {
  const { background, tools } = options;
  let results: string[] = [];
  return {
    run: async (command, { signal, onOutput }) => {
      const refused = await refusal(command, tools, options.policy());
      if (refused !== undefined) return { status: 'denied', text: refused };
      const { run, told } = await runTyped(command, { signal, onOutput }, options);
      results.push(told);
      return endOf(run);
    },
    toBackground: () => background.detachAll(),
    withResults: (input) => {
      if (results.length === 0) return input;
      const mark = randomBytes(4).toString('hex');
      const blocks = results.map(
        (told) => `--- Begin of a command [${mark}] ---\n${told}\n--- End of a command [${mark}] ---`,
      );
      results = [];
      return { ...input, text: `I ran this in the terminal myself:\n${blocks.join('\n')}\n\n${input.text}` };
    },
  };
}

async function refusal(
  command: string,
  tools: readonly Tool[],
  { rules, dirs }: ApprovalPolicy,
): Promise<string | undefined> {
  const tool = tools.find(({ name }) => name === 'run_shell_command');
  if (tool === undefined) return 'This run has no shell: run_shell_command is switched off.';
  const rule = firstMatch(rules.deny, await judgeCall(tool, { command }, dirs));
  return rule && `It was not run: the rule "${rule}" in permissions.deny (or --exclude-tools) refuses it.`;
}

/** The longest that a timer can wait: the person ends it when they like. */
const NO_LIMIT_MS = 2 ** 31 - 1;

async function runTyped(
  command: string,
  { signal, onOutput }: Parameters<TypedShell['run']>[1],
  { place, settings, env, clock, tempDir, background, sessionId }: TypedShellOptions,
): Promise<{ readonly run: ForegroundRun; readonly told: string }> {
  const [{ runForeground }, { commandEnvironment }, { commandText }] = await Promise.all([
    import('@qwen-code/qwen-code-core/tools/shell/run-foreground.js'),
    import('@qwen-code/qwen-code-core/tools/shell/run-shell.js'),
    import('@qwen-code/qwen-code-core/tools/shell/shell-text.js'),
  ]);
  const { shell, truncateToolOutputThreshold: maxChars, truncateToolOutputLines: maxLines } = settings;
  const decoder = new StringDecoder('utf8');
  const run = await runForeground({
    ...{ command, clock, tempDir, background, signal },
    directory: place.cwd,
    env: commandEnvironment({ env, sessionId, projectDir: place.cwd, ...(shell.pager && { pager: shell.pager }) }),
    limitMs: NO_LIMIT_MS,
    heartbeatMs: NO_LIMIT_MS,
    outputLimit: { maxChars, maxLines },
    onProgress: () => {},
    onOutput: (chunk) => onOutput(stripVTControlCharacters(decoder.write(chunk))),
  });
  return { run, told: commandText({ ...run, command, directory: undefined }) };
}

function endOf({ outcome, output, pid = 0 }: ForegroundRun): TypedCommandEnd {
  const text = output.text.trimEnd();
  const after = (line: string): string => (text === '' ? line : `${text}\n${line}`);
  switch (outcome.kind) {
    case 'exited': {
      if (outcome.exitCode === 0) return { status: 'ok', text };
      const how = outcome.signal === null ? `exit code ${outcome.exitCode}` : `ended by ${outcome.signal}`;
      return { status: 'error', text: after(`(${how})`) };
    }
    case 'cancelled':
      return { status: 'cancelled', text: after('(stopped, with everything it started)') };
    case 'detached': {
      const where = outcome.outputPath === undefined ? '' : `; its output goes to ${outcome.outputPath}`;
      return { status: 'ok', text: `It goes on in the background as ${shellTaskId(pid)}${where}` };
    }
    case 'timed-out':
      return { status: 'error', text: after('(stopped: it ran too long)') };
    case 'not-started':
      return { status: 'error', text: `It could not be started (${outcome.errorCode}).` };
  }
}
