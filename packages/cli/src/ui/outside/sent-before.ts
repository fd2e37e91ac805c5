/**
 * What was sent before in this project, on disk: messages as lines of JSON, shell commands as a shell writes them. Private to
 * the user and bounded. A file that can't be read is an empty one, and one that can't be written is left alone.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SentBefore {
  /** Oldest first. */
  readonly messages: readonly string[];
  readonly commands: readonly string[];
}

export interface SentKeeper {
  readonly before: SentBefore;
  message(text: string): void;
  command(text: string): void;
}

const MOST = 500;
/** A pasted log is no line of a history. */
const MOST_CHARS = 20_000;

export interface SentKeeperOptions {
  /** Of the project. Made when there is something to keep. */
  readonly dir: string;
  /** False: nothing is written. */
  readonly keeps: boolean;
}

export async function openSentBefore({ dir, keeps }: SentKeeperOptions): Promise<SentKeeper> {
  const files = { messages: join(dir, 'input_history'), commands: join(dir, 'shell_history') };
  const [messages, commands] = await Promise.all([linesOf(files.messages), linesOf(files.commands)]);
  const before = { messages: messagesOf(messages), commands: commandsOf(commands) };
  const add = (file: string, line: string): void => {
    if (!keeps || line.length > MOST_CHARS) return;
    try {
      // At once: the next key may end the process.
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch {
      // A history that can't be written is none.
    }
  };
  if (keeps && messages.length > 2 * MOST)
    await shortened(
      files.messages,
      before.messages.map((text) => JSON.stringify(text)),
    );
  if (keeps && commands.length > 2 * MOST) await shortened(files.commands, before.commands.map(asShellLine));
  return {
    before,
    message: (text) => add(files.messages, JSON.stringify(text)),
    command: (text) => add(files.commands, asShellLine(text)),
  };
}

const linesOf = async (file: string): Promise<readonly string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

const shortened = (file: string, lines: readonly string[]): Promise<void> =>
  writeFile(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 }).catch(() => {});

const messagesOf = (lines: readonly string[]): readonly string[] => lines.flatMap(readMessage).slice(-MOST);

function readMessage(line: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? [value] : [];
  } catch {
    return [];
  }
}

/** A backslash at the end of a line says that the command goes on. */
const asShellLine = (command: string): string => command.replaceAll('\n', '\\\n');

function commandsOf(lines: readonly string[]): readonly string[] {
  const commands: string[] = [];
  let begun: string | undefined;
  for (const line of lines) {
    const whole: string = begun === undefined ? line : `${begun}\n${line}`;
    begun = line.endsWith('\\') ? whole.slice(0, -1) : undefined;
    if (begun === undefined) commands.push(whole);
  }
  return commands.slice(-MOST);
}
