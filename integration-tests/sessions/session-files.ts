/** Session files of a test's own project: finding, reading and making them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';

export type SessionRecord = Readonly<Record<string, unknown>>;

/** Where the sessions of a directory are kept, as the compatibility facts say. */
export const chatsOf = (home: TempHome, cwd = home.project): string =>
  join(home.qwenHome, 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'), 'chats');

/** Ids of the recorded sessions. */
export const sessionsOf = (home: TempHome): string[] =>
  readdirSync(chatsOf(home))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length));

export const sessionFile = (home: TempHome, id: string): string => join(chatsOf(home), `${id}.jsonl`);

export const recordsIn = (home: TempHome, id: string): SessionRecord[] =>
  readFileSync(sessionFile(home, id), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SessionRecord);

/** The messages of a request without the system prompt, as role and what was said. */
export function conversation(
  messages: readonly { role: string; content?: unknown; tool_calls?: readonly unknown[] }[],
) {
  return messages
    .filter(({ role }) => role !== 'system')
    .map(({ role, content, tool_calls: calls }) => [role, calls === undefined ? plain(content) : callNames(calls)]);
}

const callNames = (calls: readonly unknown[]): string[] =>
  (calls as { function: { name: string } }[]).map((call) => call.function.name);

const plain = (content: unknown): unknown =>
  Array.isArray(content) ? (content as { text?: string }[]).map(({ text }) => text ?? '').join('') : content;
