/** A program that drives the binary under test line by line, without any SDK: for what the SDK does not say or hear. */
import { execa } from 'execa';
import type { ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { qwenCommand } from '../support/binary.js';
import type { Stage } from '../support/run-qwen.js';
import { environmentOf } from './sdk-stage.js';

export type Line = Record<string, unknown>;

export interface RawHost {
  readonly lines: readonly Line[];
  /** Sends an object as one line, or text as it is. */
  send(line: unknown): void;
  /** Resolves with the first line from `from` on that fits, now or later. */
  until(fits: (line: Line) => boolean, from?: number): Promise<Line>;
  kill(signal: NodeJS.Signals): void;
  /** Ends its stdin. */
  end(): void;
  readonly done: Promise<{ readonly exitCode: number | undefined; readonly stderr: string }>;
}

export function startRaw({ home }: Stage, model: ScriptedModel, args: readonly string[] = []): RawHost {
  const [program, ...leading] = qwenCommand();
  const protocol = ['--input-format', 'stream-json', '--output-format', 'stream-json'];
  const child = execa(program, [...leading, ...protocol, ...args], {
    cwd: home.project,
    env: { PATH: process.env['PATH'] ?? '', ...environmentOf(home, model) },
    extendEnv: false,
    reject: false,
    stdin: 'pipe',
    stripFinalNewline: false,
  });
  const lines: Line[] = [];
  const listeners = new Set<() => void>();
  const reading = (async () => {
    for await (const line of child.iterable()) {
      lines.push(JSON.parse(line) as Line);
      for (const listener of [...listeners]) listener();
    }
  })();
  return {
    lines,
    send: (line) => void child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    until: (fits, from = 0) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.slice(from).find(fits);
          if (found === undefined) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        reading.then(() => reject(new Error('it ended before')), reject);
      }),
    kill: (signal) => void child.kill(signal),
    end: () => child.stdin.end(),
    done: (async () => {
      const [{ exitCode, stderr }] = await Promise.all([child, reading]);
      return { exitCode, stderr: String(stderr) };
    })(),
  };
}

export const userLine = (content: unknown): Line => ({
  type: 'user',
  session_id: 's',
  message: { role: 'user', content },
  parent_tool_use_id: null,
});

export const requestLine = (id: string, request: Line): Line => ({ type: 'control_request', request_id: id, request });

export const answerLine = (id: unknown, response: Line): Line => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});

export const isQuestion = ({ type }: Line): boolean => type === 'control_request';
export const isResult = ({ type }: Line): boolean => type === 'result';
