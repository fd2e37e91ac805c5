import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { repaired, type History } from '../agent/history.js';
import type { Message, ModelEvent } from '../models/types.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { finish, plainModel, says } from '../testing/plain-model.js';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import { createTempFolder } from '../testing/temp-folder.js';
import { openSession } from './open-session.js';
import { chatsDir } from './session-files.js';
import type { Session, SessionChoice } from './types.js';

const folder = await createTempFolder();
afterAll(() => folder.remove());
const chats = chatsDir(folder.path, '/p');

const open = (choice: SessionChoice): Promise<Session> =>
  openSession({
    choice,
    recording: true,
    runtimeDir: folder.path,
    cwd: '/p',
    version: '1',
    clock: createFakeClock(),
    settleOpenCalls: () => Promise.resolve(new Map()),
    warn: (shown) => {
      throw new Error(shown);
    },
  });

const tools = [
  plainTool({ name: 'read', parallel: true }),
  plainMcpTool('srv', 'mcp__srv__pay', { execute: () => Promise.resolve({ status: 'ok', text: 'päid\n"€"' }) }),
];

/** One run of a conversation in this session. Resolves with all that was said. */
async function talk(session: Session, text: string, answers: readonly (readonly ModelEvent[])[]): Promise<History> {
  const model = plainModel(...answers, [finish()]);
  const agent = createAgent({
    model: () => model,
    tools: () => tools,
    systemPrompt: () => '',
    policy: () => ({
      mode: 'yolo',
      rules: { allow: [], ask: [], deny: [] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
    }),
    approver: () => Promise.resolve({ behavior: 'deny', shown: 'no' }),
    emit: (event) => session.event(event, model.name),
    history: session.history,
    clock: createFakeClock(),
  });
  session.user(text);
  await agent.run({ text }, new AbortController().signal);
  return agent.history();
}

const someText = fc.oneof(fc.constantFrom('', 'wörds', '\u2028"\n'), fc.string({ maxLength: 5, unit: 'binary' }));
const someCall = fc.record({
  id: fc.constantFrom('a', 'a_2', 'b'),
  name: fc.constantFrom('mcp__srv__pay', 'read', 'nowhere'),
  argumentsJson: fc.constantFrom('{}', '{"n": 1}', '{"n":', '[1]', 'null', ''),
});
const someAnswer = fc
  .record({ text: someText, reasoning: someText, calls: fc.array(someCall, { maxLength: 3 }) })
  .map(({ text, reasoning, calls }): readonly ModelEvent[] => [
    { type: 'reasoning', delta: reasoning },
    { type: 'text', delta: text },
    ...calls.map((call) => ({ type: 'tool-call', call }) as const),
    finish(),
  ]);

/** What the model is sent of arguments: the same value may be spelt in another way. */
const normal = (history: History): Message[] =>
  history.map((message) =>
    message.role !== 'assistant'
      ? message
      : {
          ...message,
          toolCalls: message.toolCalls.map((call) => ({ ...call, argumentsJson: spelled(call.argumentsJson) })),
        },
  );

function spelled(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json === '' ? '{}' : json));
  } catch {
    return json;
  }
}

const isValid = (history: History): void => {
  expect(repaired(history, () => 'missing')).toEqual(history);
  for (const message of history) {
    const ids = message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [];
    expect(new Set(ids).size).toBe(ids.length);
  }
};

it('wherever the file of any conversation is cut off: it is valid, it is what was said until then, and it goes on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someAnswer, { maxLength: 5 }),
      someText,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (answers, text, cut) => {
        rmSync(chats, { recursive: true, force: true });
        const first = await open({ kind: 'new' });
        const said = await talk(first, text, answers);
        first.close();
        const file = join(chats, `${first.id}.jsonl`);
        expect(readdirSync(chats)).toEqual([`${first.id}.jsonl`]);

        const whole = await open({ kind: 'resume', id: first.id });
        whole.close();
        expect(normal(whole.history)).toEqual(normal(said));

        const bytes = readFileSync(file);
        writeFileSync(file, bytes.subarray(0, Math.round(cut * bytes.length)));
        const second = await open({ kind: 'resume', id: first.id });
        isValid(second.history);
        const kept = normal(second.history).filter(({ role }) => role !== 'tool');
        expect(kept).toEqual(
          normal(said)
            .filter(({ role }) => role !== 'tool')
            .slice(0, kept.length),
        );

        const later = await talk(second, 'go on', [says('on')]);
        second.close();
        isValid(later);
        const third = await open({ kind: 'resume', id: first.id });
        third.close();
        expect(third.notices).toEqual([]);
        expect(normal(third.history)).toEqual(normal(later));
      },
    ),
    { numRuns: 100 },
  );
});
