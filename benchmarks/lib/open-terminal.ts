/**
 * A binary in a real terminal: a tmux server of its own, driven over one control connection, so that a key costs no
 * process and what is painted is noticed as it comes. tmux answers what programs ask of a terminal. Time starts when the
 * shell of the terminal becomes the binary.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BenchHome } from './bench-home.js';
import type { Binary } from './binary.js';
import { monotonicMs } from './run-qwen.js';
import { visibleText } from './visible-text.js';

export interface BenchTerminal {
  /** The process under test. */
  readonly pid: number;
  readonly startedMs: number;
  press(text: string): void;
  /** Enter. */
  enter(): void;
  /** When it was painted, after the last key: monotonic, in ms. Throws when that takes longer than a minute. */
  shows(expected: RegExp): Promise<number>;
  /** As `shows`, also for what was painted before. */
  showed(expected: RegExp): Promise<number>;
  close(): Promise<void>;
}

export const COLUMNS = 80;
export const ROWS = 24;

const GIVE_UP_MS = 60_000;
/** What is kept of the output: more than a screen with all its colours. */
const KEPT_CHARS = 64 * 1024;
const MARK = /started:(\d+);/;

export interface TerminalRun {
  readonly binary: Binary;
  readonly home: BenchHome;
  readonly modelUrl: string;
  readonly env?: NodeJS.ProcessEnv;
}

export async function openTerminal({ binary, home, modelUrl, env = {} }: TerminalRun): Promise<BenchTerminal> {
  const environment = Object.entries(home.environment(modelUrl)).filter(([name]) => name !== 'NO_COLOR');
  const words = [binary.file, ...binary.args].map(quoted).join(' ');
  const socket = join(home.stateDir, 'tmux');
  const session = ['new-session', '-x', String(COLUMNS), '-y', String(ROWS), '-c', home.project];
  // The shell waits for a line, by when the size of the terminal is set.
  const command = `stty -echo; read -r go; printf 'started:%d;' $$; stty echo; exec ${words}`;
  const tmux = spawn('tmux', ['-S', socket, '-f', '/dev/null', '-C', ...session, `sh -c ${quoted(command)}`], {
    env: { ...Object.fromEntries(environment), TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => tmux.once('exit', () => resolve()).once('error', () => resolve()));
  const screen = watchOutput();
  createInterface({ input: tmux.stdout }).on('line', (line) => screen.line(line));
  const tell = (words: string): void => void tmux.stdin.write(`${words}\n`);
  const press = (text: string): void => {
    screen.forget();
    tell(`send-keys -l ${quoted(text)}`);
  };
  const enter = (): void => {
    screen.forget();
    tell('send-keys Enter');
  };
  tell(`refresh-client -C ${COLUMNS}x${ROWS}`);
  enter();
  const startedMs = await screen.shows(MARK);
  const pid = Number(MARK.exec(screen.text())?.[1]);
  screen.forget();
  return {
    pid,
    startedMs,
    press,
    enter,
    shows: screen.shows,
    showed: screen.showed,
    close: async () => {
      tell('kill-server');
      await exited;
    },
  };
}

interface Watch {
  line(line: string): void;
  forget(): void;
  text(): string;
  shows(expected: RegExp): Promise<number>;
  showed(expected: RegExp): Promise<number>;
}

function watchOutput(): Watch {
  let all = '';
  let sinceKey = '';
  let look: (() => void) | undefined;
  const whenIn = (text: () => string, expected: RegExp): Promise<number> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        look = undefined;
        reject(new Error(`The terminal did not show ${expected}, but: ${visibleText(text()).slice(-1_000)}`));
      }, GIVE_UP_MS);
      look = () => {
        if (!expected.test(visibleText(text()))) return;
        clearTimeout(timer);
        look = undefined;
        resolve(monotonicMs());
      };
      look();
    });
  return {
    line: (line) => {
      const output = /^%output %\d+ (.*)$/s.exec(line)?.[1];
      if (output === undefined) return;
      const text = unescaped(output);
      all = (all + text).slice(-KEPT_CHARS);
      sinceKey = (sinceKey + text).slice(-KEPT_CHARS);
      look?.();
    },
    forget: () => {
      sinceKey = '';
    },
    text: () => visibleText(sinceKey),
    shows: (expected) => whenIn(() => sinceKey, expected),
    showed: (expected) => whenIn(() => all, expected),
  };
}

/** tmux writes control characters and backslashes as three octal digits. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
