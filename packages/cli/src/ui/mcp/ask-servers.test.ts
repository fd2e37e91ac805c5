import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { expect, it } from 'vitest';
import type { ServerView } from '../../wire/mcp-side.js';
import type { ServerDesk, WaitingServer } from '../../wire/server-desk.js';
import type { AskOptions, DialogDesk } from '../dialogs/dialog-desk.js';
import type { ServerAnswer } from '../dialogs/server-approval.js';
import { createServerQuestions, type ServerQuestions } from './ask-servers.js';

const waits = (name: string, command = 'node'): WaitingServer => ({
  name,
  file: 'f',
  changed: false,
  written: { command },
  shown: { command },
});
const view = (name: string, more: Partial<ServerView> = {}): ServerView => ({
  name,
  source: 'project',
  state: 'ready',
  shown: undefined,
  target: undefined,
  toolCount: 1,
  promptCount: 0,
  resourceCount: 0,
  ...more,
});

interface Scene {
  readonly questions: ServerQuestions;
  readonly printed: string[];
  readonly decided: string[];
  /** How many questions were put so far. */
  asked(): number;
  /** Answers the question that stands; undefined: decided later. */
  answer(value: ServerAnswer | undefined): Promise<void>;
  /** These wait now. */
  change(waiting: readonly WaitingServer[]): Promise<void>;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scene(
  given: readonly WaitingServer[],
  { decide = () => Promise.resolve(), views = [] as ServerView[] } = {},
): Scene {
  let waiting = given;
  let asked = 0;
  let end: ((value: ServerAnswer | undefined) => void) | undefined;
  const [printed, decided]: [string[], string[]] = [[], []];
  const listeners = new Set<() => void>();
  const desk = {
    list: () => views,
    waiting: () => waiting,
    ofProject: (name: string) => given.find((server) => server.name === name),
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    decide: (servers: readonly WaitingServer[], status: string) => {
      decided.push(`${status} ${servers.map(({ name }) => name).join(' ')}`);
      waiting = waiting.filter((each) => servers.every(({ name }) => name !== each.name));
      return decide();
    },
  } as unknown as ServerDesk;
  const dialogs = {
    ask: (_dialog: unknown, { signal }: AskOptions) =>
      new Promise((resolve) => {
        asked += 1;
        end = resolve;
        signal?.addEventListener('abort', () => resolve(undefined));
      }),
  } as unknown as DialogDesk;
  const print = (item: { readonly kind: string; readonly text?: string }): void => void printed.push(item.text ?? '');
  return {
    questions: createServerQuestions({ desk, dialogs, print }),
    printed,
    decided,
    asked: () => asked,
    answer: async (value) => {
      end?.(value);
      await settled();
    },
    change: async (next) => {
      waiting = next;
      listeners.forEach((listener) => listener());
      await settled();
    },
  };
}

it('asks one after the other, and tells what came of the answers', async () => {
  const [one, two] = [waits('one'), waits('two')];
  const bad = view('two', { state: 'failed', shown: 'It is not there.' });
  const { questions, printed, decided, asked, answer } = scene([one, two], { views: [view('one'), bad] });
  void questions.askWaiting();
  void questions.askWaiting();
  expect(asked()).toBe(1);
  await answer({ status: 'approved', servers: [one] });
  expect(asked()).toBe(2);
  await answer({ status: 'approved', servers: [two] });
  expect([asked(), decided]).toEqual([2, ['approved one', 'approved two']]);
  expect(printed).toEqual([
    'Approved as configured now: one. Starting…',
    'MCP server "one" is connected; it offers 1 tool.',
    'Approved as configured now: two. Starting…',
    'MCP server "two": disconnected. It is not there.',
  ]);
});

it('asks about none that an answer for all has covered', async () => {
  const all = [waits('one'), waits('two')];
  const { questions, decided, asked, answer } = scene(all);
  void questions.askWaiting();
  await answer({ status: 'approved', servers: all });
  expect([asked(), decided]).toEqual([1, ['approved one two']]);
});

it('leaves what is decided later, and asks again when it changes', async () => {
  const { questions, printed, decided, asked, answer, change } = scene([waits('one')]);
  void questions.askWaiting();
  await answer(undefined);
  await questions.askWaiting();
  expect([asked(), decided, printed]).toEqual([1, [], ['MCP server "one" waits for your approval: /mcp']]);
  await change([waits('one', 'other')]);
  void questions.askWaiting();
  expect(asked()).toBe(2);
});

it('takes a question away when it is answered elsewhere, or is about another entry now', async () => {
  const { questions, printed, asked, change } = scene([waits('one')]);
  void questions.askWaiting();
  await change([waits('one', 'other')]);
  expect([asked(), printed]).toEqual([2, []]);
  await change([]);
  expect([asked(), printed]).toEqual([2, []]);
});

it('shows the sentence of an answer that can not be kept', async () => {
  const one = waits('one');
  const decide = (): Promise<void> => Promise.reject(new QwenError('config', 'The file is not valid.'));
  const { questions, printed, answer } = scene([one], { decide });
  void questions.askWaiting();
  await answer({ status: 'rejected', servers: [one] });
  expect(printed).toEqual(['The file is not valid.']);
});

it('asks about a named one that was answered before', async () => {
  const one = waits('one');
  const { questions, decided, answer, change } = scene([one]);
  await change([]);
  void questions.ask('one');
  await answer({ status: 'approved', servers: [one] });
  expect(decided).toEqual(['approved one']);
});
