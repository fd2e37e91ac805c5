/** What an `mcp` command may touch, and how its errors end it. */
import type { Env, Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { EXIT, exitCodeOf, type ExitCode } from '../../exit-codes.js';
import type { ParsedCommand } from './parse-command.js';

export interface McpCommandIo {
  stdout(text: string): void;
  stderr(text: string): void;
  /** The real environment of the process. */
  readonly env: Env;
  readonly homeDir: string;
  readonly cwd: string;
  /** Left out: this machine's. */
  readonly platform?: NodeJS.Platform;
  /** A terminal that shows colours reads stdout. */
  readonly isTTY?: boolean;
  /** Columns of the terminal that shows stdout; left out: no terminal does. */
  readonly columns?: number | undefined;
  /** Columns of the terminal that shows stderr; left out: no terminal does. */
  readonly stderrColumns?: number | undefined;
  /** Asks the person at the terminal; left out: nobody is there. Resolves with what was typed. */
  ask?(question: string): Promise<string>;
  /** Fires when the command has to stop. */
  readonly signal?: AbortSignal;
}

export const placeOf = ({ env, homeDir, cwd, platform = process.platform }: McpCommandIo): Place => {
  return { env, homeDir, cwd, platform };
};

/** Answers help and usage errors, and turns a QwenError into its sentence and exit code. */
export async function runParsed(
  parsed: ParsedCommand,
  io: McpCommandIo,
  run: (command: Extract<ParsedCommand, { kind: 'parsed' }>) => Promise<ExitCode> | ExitCode,
): Promise<ExitCode> {
  if (parsed.kind === 'help') {
    io.stdout(`${parsed.help}\n`);
    return EXIT.ok;
  }
  if (parsed.kind === 'usage-error') return usageError(parsed, io);
  try {
    return await run(parsed);
  } catch (error) {
    if (!(error instanceof QwenError)) throw error;
    io.stderr(`${error.shown}\n`);
    return exitCodeOf(error.code);
  }
}

/** Help on stdout, the sentence on stderr. */
export function usageError({ help, shown }: { help: string; shown: string }, io: McpCommandIo): ExitCode {
  io.stdout(`${help}\n`);
  io.stderr(`${shown}\n`);
  return EXIT.failure;
}
