/**
 * qwen in a real terminal: a tmux session of a fixed size on a socket of its own. Keys go in, the screen is read as text.
 * Nothing here sleeps: a test waits for what the screen shows.
 */
import { randomUUID } from 'node:crypto';
import { execa } from 'execa';
import { expect } from 'vitest';
import type { TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { qwenCommand } from './binary.js';
import { qwenEnvironment, type QwenOptions } from './run-qwen.js';

export interface TerminalOptions extends Pick<QwenOptions, 'args' | 'env' | 'model'> {
  /** Default 80 by 24. */
  readonly columns?: number;
  readonly rows?: number;
}

export interface QwenTerminal {
  /** Presses keys by tmux's names: `Enter`, `Escape`, `C-c`, `BTab`, `Up`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Types text as it is. */
  type(text: string): Promise<void>;
  /** Types text and presses Enter. */
  send(text: string): Promise<void>;
  /** As a terminal pastes: all at once and marked as a paste. */
  paste(text: string): Promise<void>;
  /** What stands on the screen now, without the spaces at line ends. */
  screen(): Promise<string>;
  /** The screen and everything that has scrolled out of it. */
  scrollback(): Promise<string>;
  /** Waits until the screen shows it. */
  shows(expected: string | RegExp): Promise<void>;
  /** Waits until the screen does not show it. */
  hides(unexpected: string | RegExp): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** What tmux knows of the terminal, such as `#{pane_title}`. */
  fact(format: string): Promise<string>;
  /** For the shell, once it has its turn: whether the terminal is in the modes it was in before qwen. */
  isRestored(): Promise<boolean>;
  /** Of the qwen process. */
  pid(): Promise<number>;
  /** Waits until the shell has its turn again: with the exit code, or 148 when qwen was stopped. */
  ended(): Promise<number>;
  close(): Promise<void>;
}

/** What the shell that qwen runs in shows when it is its turn: with the exit code of what ran last. */
const SHELL = /^shell\[(\d+)\]>$/m;

export async function openTerminal(home: TempHome, options: TerminalOptions = {}): Promise<QwenTerminal> {
  const { columns = 80, rows = 24, args = [] } = options;
  // Each server its own: one that is about to end may still hold the socket of the terminal before.
  const socket = `${home.root}/tmux-${randomUUID().slice(0, 8)}`;
  const tmux = async (...words: readonly string[]): Promise<string> =>
    (await execa('tmux', ['-S', socket, ...words], { stripFinalNewline: false })).stdout;
  const env = {
    ...qwenEnvironment(home, options),
    NO_COLOR: '',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    ...options.env,
  };
  const words = [...qwenCommand(), ...args].map(quoted).join(' ');
  const set = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  // An interactive shell, so that qwen is a job of its own that can be stopped and brought back.
  const modes = `stty -g > ${quoted(`${home.root}/stty`)}`;
  await home.write('bashrc', `PS1='shell[$?]> '\nalias start=${quoted(words)}\n${modes}\n`);
  const shell = `env -i ${set.join(' ')} bash --noprofile --rcfile ${quoted(`${home.root}/bashrc`)} -i`;
  await execa('tmux', [
    ...['-S', socket, '-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows)],
    ...['-c', home.project, shell],
  ]);
  await tmux('send-keys', 'start', 'Enter');
  const capture = async (...more: readonly string[]): Promise<string> =>
    (await tmux('capture-pane', '-p', ...more)).replace(/[ \t]+$/gm, '').trimEnd();
  const screen = (): Promise<string> => capture();
  const asPattern = (text: string | RegExp): RegExp =>
    typeof text === 'string' ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : text;
  const press = async (...keys: readonly string[]): Promise<void> => void (await tmux('send-keys', ...keys));
  const type = async (text: string): Promise<void> => void (await tmux('send-keys', '-l', text));
  return {
    press,
    type,
    send: async (text) => {
      await type(text);
      await press('Enter');
    },
    paste: async (text) => {
      await execa('tmux', ['-S', socket, 'load-buffer', '-'], { input: text });
      await tmux('paste-buffer', '-p', '-r');
    },
    screen,
    scrollback: () => capture('-S', '-', '-J'),
    shows: (expected) => expect.poll(screen).toMatch(asPattern(expected)),
    hides: (unexpected) => expect.poll(screen).not.toMatch(asPattern(unexpected)),
    resize: async (width, height) => void (await tmux('resize-window', '-x', String(width), '-y', String(height))),
    fact: async (format) => (await tmux('display-message', '-p', format)).trim(),
    isRestored: async () => {
      await tmux('send-keys', '-l', `stty -g | cmp - ${quoted(`${home.root}/stty`)} && echo as-before`);
      await tmux('send-keys', 'Enter');
      await expect.poll(screen).toMatch(/^as-before$|differ/m);
      const cursor = (await tmux('display-message', '-p', '#{cursor_flag}')).trim();
      return /^as-before$/m.test(await screen()) && cursor === '1';
    },
    pid: async () => {
      const pane = (await tmux('list-panes', '-F', '#{pane_pid}')).trim();
      const { stdout } = await execa('ps', ['-o', 'pid=', '--ppid', pane]);
      return Number(stdout.trim().split('\n')[0]);
    },
    ended: async () => {
      await expect.poll(screen).toMatch(SHELL);
      return Number(SHELL.exec(await screen())?.[1]);
    },
    close: async () => {
      await execa('tmux', ['-S', socket, 'kill-server'], { reject: false });
    },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
