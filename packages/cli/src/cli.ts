/**
 * What to do with a command line, and how the process ends: everything written is through before it exits, and
 * nothing it started outlives it.
 */
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { helpText } from './args/help.js';
import { parseCommandLine, type Invocation, type RunOptions } from './args/parse-args.js';
import type { McpCommandIo } from './commands/mcp/command-io.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { endNow } from './process/end-now.js';
import { watchInterruption } from './process/interruption.js';
import { openOutput, type ProcessOutput } from './process/output.js';
import { thisPlace } from './process/place.js';
import { stdinIsTerminal } from './process/stdin.js';
import { asksForDualOutput } from './ui/dual/when-asked.js';
import { VERSION } from './version.js';

/** Ends the process; never returns. */
export async function runCli(argv: readonly string[]): Promise<never> {
  const output = openOutput(process.stdout, process.stderr);
  const crash = (error: unknown): void => {
    output.stderr(`${shownText(error)}\n`);
    endNow(EXIT.failure);
  };
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
  const code = await dispatch(parseCommandLine(argv, process.env), output);
  await output.flush();
  process.exit(code);
}

async function dispatch(invocation: Invocation, output: ProcessOutput): Promise<ExitCode> {
  switch (invocation.kind) {
    case 'help':
      output.stdout(helpText('short'));
      return EXIT.ok;
    case 'version':
      output.stdout(`${VERSION}\n`);
      return EXIT.ok;
    case 'usage-error':
      output.stderr(`${invocation.shown}\n\n${helpText('full')}`);
      return EXIT.failure;
    case 'unsupported':
      output.stderr(`${invocation.shown}\n`);
      return EXIT.failure;
    case 'answer':
      output.stdout(`${invocation.shown}\n`);
      return EXIT.ok;
    case 'command':
      return runCommand(invocation, output);
    case 'run': {
      if (isInteractive(invocation.options)) {
        const { runUi } = await import('./ui/run-ui.js');
        return runUi(invocation.options, output);
      }
      const { runHeadless } = await import('./headless/run-headless.js');
      return runHeadless(invocation.options, output);
    }
  }
}

/** What follows the command's word is handed to it. */
type RunCommand = (argv: readonly string[], io: McpCommandIo) => Promise<ExitCode>;

const loadCommand = async (name: string): Promise<RunCommand> =>
  name === 'sessions'
    ? (await import('./commands/sessions/sessions-command.js')).runSessionsCommand
    : (await import('./commands/mcp/mcp-command.js')).runMcpCommand;

/** `-i` and options of the interactive session, or nothing to run and a person to ask. */
const isInteractive = (options: RunOptions): boolean =>
  options.promptInteractive !== undefined ||
  asksForDualOutput(options) ||
  (options.prompt === undefined && options.inputFormat === 'text' && stdinIsTerminal());

async function runCommand(
  { name, argv }: Extract<Invocation, { kind: 'command' }>,
  output: ProcessOutput,
): Promise<ExitCode> {
  const run = await loadCommand(name);
  const interruption = watchInterruption({ clock: systemClock, process, endNow });
  output.closed.addEventListener('abort', () => interruption.stop());
  const { signal } = interruption;
  const stderrColumns = process.stderr.isTTY ? process.stderr.columns : undefined;
  const terminal = { isTTY: process.stdout.isTTY, columns: process.stdout.columns, stderrColumns };
  const person = process.stdin.isTTY && process.stdout.isTTY ? { ask: askAtTerminal(signal) } : {};
  const code = await run(argv, { ...output, ...thisPlace(), ...terminal, ...person, signal });
  return interruption.exitCode ?? code;
}

/** One question, one line. Ctrl-C, Ctrl-D and being stopped are an empty answer. */
const askAtTerminal =
  (signal: AbortSignal) =>
  async (question: string): Promise<string> => {
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    try {
      return await Promise.race([lines.question(question, { signal }).catch(() => ''), closed]);
    } finally {
      lines.close();
    }
  };
