/**
 * The published SDK drives the binary under test, in a home of its own and against a scripted model. What the SDK hands to
 * its user is collected as it is.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { query, type Query, type QueryOptions, type SDKMessage, type SDKUserMessage } from '@qwen-code/sdk';
import type { ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import type { TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { qwenCommand } from '../support/binary.js';
import type { Stage } from '../support/run-qwen.js';

/** Options under which the SDK starts the binary under test. */
export function optionsFor({ home }: Stage, model: ScriptedModel, more: Partial<QueryOptions> = {}): QueryOptions {
  return {
    pathToQwenExecutable: qwenCommand().at(-1) ?? '',
    cwd: home.project,
    permissionMode: 'default',
    ...more,
    env: { ...environmentOf(home, model), ...more.env },
  };
}

/** What the binary needs of its environment; nothing of this machine's own settings, keys or sessions reaches it. */
export const environmentOf = (home: TempHome, model: ScriptedModel): Record<string, string> => ({
  HOME: home.home,
  USERPROFILE: home.home,
  QWEN_HOME: home.qwenHome,
  QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  QWEN_CODE_LEGACY_MCP_BLOCKING: '1',
  QWEN_CODE_SYSTEM_SETTINGS_PATH: `${home.root}/system/settings.json`,
  QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${home.root}/system/defaults.json`,
  OPENAI_API_KEY: 'test-key',
  OPENAI_BASE_URL: model.url,
  OPENAI_MODEL: 'scripted',
});

/** All that one prompt leads to, until the process has ended. */
export async function askOnce(
  stage: Stage,
  model: ScriptedModel,
  prompt: string,
  more?: Partial<QueryOptions>,
): Promise<SDKMessage[]> {
  const messages: SDKMessage[] = [];
  for await (const message of query({ prompt, options: optionsFor(stage, model, more) })) messages.push(message);
  return messages;
}

/** A conversation that the test leads message by message. */
export interface Chat {
  readonly query: Query;
  readonly messages: readonly SDKMessage[];
  say(text: string): void;
  /** Resolves with the first message from `from` on that fits, now or later. */
  until(fits: (message: SDKMessage) => boolean, from?: number): Promise<SDKMessage>;
  /** Says it, and resolves with the result. */
  ask(text: string): Promise<Record<string, unknown>>;
  /** No more to say; resolves when the process has ended. */
  end(): Promise<void>;
}

export function openChat(stage: Stage, model: ScriptedModel, more?: Partial<QueryOptions>): Chat {
  const lines: SDKUserMessage[] = [];
  const messages: SDKMessage[] = [];
  const listeners = new Set<() => void>();
  let ended = false;
  let wake = (): void => {};
  async function* prompt(): AsyncGenerator<SDKUserMessage> {
    for (;;) {
      const line = lines.shift();
      if (line !== undefined) yield line;
      else if (ended) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const running = query({ prompt: prompt(), options: optionsFor(stage, model, more) });
  const over = (async () => {
    for await (const message of running) {
      messages.push(message);
      for (const listener of [...listeners]) listener();
    }
  })();
  over.catch(() => {}); // Told by `end`, and by whoever waits for a message.

  const until: Chat['until'] = (fits, from = 0) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = messages.slice(from).find(fits);
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
      over.then(() => reject(new Error('the conversation ended before')), reject);
    });
  const say = (text: string): void => {
    lines.push({ type: 'user', session_id: '', message: { role: 'user', content: text }, parent_tool_use_id: null });
    wake();
  };
  return {
    query: running,
    messages,
    say,
    until,
    ask: async (text) => {
      const from = messages.length;
      say(text);
      return { ...(await until(({ type }) => type === 'result', from)) };
    },
    end: async () => {
      ended = true;
      wake();
      await over;
    },
  };
}

export const ofType = <T extends SDKMessage['type']>(messages: readonly SDKMessage[], type: T) =>
  messages.filter((message): message is Extract<SDKMessage, { type: T }> => message.type === type);

export interface ToolResultSeen {
  readonly tool_use_id: string;
  readonly is_error: boolean;
  readonly content: string;
  readonly code?: string;
  readonly record_id?: string;
}

export const toolResults = (messages: readonly SDKMessage[]): ToolResultSeen[] =>
  ofType(messages, 'user').flatMap(({ message }) => message.content as unknown as ToolResultSeen[]);

/** A file that is appended to when something is really done: what the host's own tools count in. */
export function openTally(stage: Stage, name: string): { done(what: string): void; lines(): string[]; path: string } {
  const path = join(stage.home.root, name);
  return {
    path,
    done: (what) => appendFileSync(path, `${what}\n`),
    lines: () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []),
  };
}
