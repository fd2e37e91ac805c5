import { expect, it } from 'vitest';
import type { Message, ModelEvent } from '../../models/types.js';
import { QwenError } from '../../shared/qwen-error.js';
import { finish, plainModel, says, PLAIN_USAGE } from '../../testing/plain-model.js';
import type { AgentEvent } from '../events.js';
import { createCompactor, type CompactionSettings } from './create-compactor.js';

const never = new AbortController().signal;
const user = (text: string): Message => ({ role: 'user', text });
const spoken = (text: string): Message => ({ role: 'assistant', text, reasoning: '', toolCalls: [] });
const buy = (id: string): Message => ({
  role: 'assistant',
  text: '',
  reasoning: '',
  toolCalls: [{ id, name: 'mcp__shop__buy', argumentsJson: '{"item":1}' }],
});
const lost: Message = {
  role: 'tool',
  callId: '1',
  name: 'mcp__shop__buy',
  text: 'lost',
  unknown: { recordId: 'mo_1' },
};
const long = 'words '.repeat(600);
const HISTORY: readonly Message[] = [user('buy one'), buy('1'), lost, spoken(long), user('and now?')];

const throws = (): AsyncIterable<ModelEvent> => {
  throw new QwenError('model-api', 'no');
};

function setUp(settings: CompactionSettings = {}, model = plainModel(says('It went so.'))) {
  const events: AgentEvent[] = [];
  const compactor = createCompactor({ model: () => model, ...settings, emit: (event) => events.push(event) });
  return { compactor, events, model };
}

it('puts a summary and every open outcome in place of the earlier part', async () => {
  const { compactor, events } = setUp({ contextWindow: () => 1_000, threshold: 0.5 });
  const shorter = await compactor.beforeRequest(HISTORY, never);
  expect(shorter.slice(1)).toEqual([spoken('Understood: I go on from this summary.'), user('and now?')]);
  expect(shorter[0]).toMatchObject({
    role: 'user',
    openOutcomes: [{ callId: '1', tool: 'mcp__shop__buy', argumentsJson: '{"item":1}', recordId: 'mo_1' }],
  });
  expect(shorter[0]?.text).toContain('<summary>\nIt went so.\n</summary>');
  expect(shorter[0]?.text).toContain('mcp__shop__buy (server shop, record mo_1, arguments {"item":1})');
  expect(events).toEqual([
    {
      type: 'compaction',
      trigger: 'auto',
      beforeTokens: expect.any(Number),
      afterTokens: expect.any(Number),
      history: shorter,
    },
  ]);
});

it('keeps them through a second compaction, whatever the summaries say', async () => {
  const { compactor } = setUp({ contextWindow: () => 1_000, threshold: 0.5 });
  const once = await compactor.beforeRequest(HISTORY, never);
  const twice = await compactor.beforeRequest([...once, spoken(long), user('more')], never);
  expect(twice[0]).toMatchObject({ openOutcomes: [{ recordId: 'mo_1' }] });
  expect(twice[0]?.text).toContain('record mo_1');
});

it('keeps the last request word for word when it cuts inside a turn', async () => {
  const { compactor } = setUp({ contextWindow: () => 1_000, threshold: 0.5 });
  const result: Message = { role: 'tool', callId: '1', name: 'f', text: long };
  const shorter = await compactor.beforeRequest(
    [user('fix all of it'), buy('1'), result, buy('2'), { ...result, callId: '2', text: 'r' }],
    never,
  );
  expect(shorter[0]?.text).toContain('in their own words:\nfix all of it');
  expect(shorter[0]).toMatchObject({ repeats: { request: 'fix all of it' } });
  expect(shorter[1]).toEqual(buy('2'));
});

it.each<[string, CompactionSettings]>([
  ['below the threshold', { contextWindow: () => 10_000, threshold: 0.5 }],
  ['switched off', { contextWindow: () => 100, threshold: 0 }],
  ['without settings', {}],
])('asks for nothing %s', async (_what, settings) => {
  const { compactor, model } = setUp(settings);
  expect(await compactor.beforeRequest(HISTORY, never)).toBe(HISTORY);
  expect(model.requests).toHaveLength(0);
});

it.each<[string, ReturnType<typeof plainModel>]>([
  ['fails', plainModel(throws)],
  ['is empty', plainModel([finish()])],
  ['is longer than what it sums up', plainModel(says(long + long))],
])('goes on as it was when the summary %s, and does not try again at once', async (_what, model) => {
  const { compactor, events } = setUp({ contextWindow: () => 1_000, threshold: 0.5 }, model);
  expect(await compactor.beforeRequest(HISTORY, never)).toBe(HISTORY);
  expect(await compactor.beforeRequest(HISTORY, never)).toBe(HISTORY);
  expect([model.requests.length, events.length]).toEqual([1, 0]);
});

it('believes the count of the API', async () => {
  const { compactor } = setUp({ contextWindow: () => 1_000, threshold: 0.5 });
  const history = [user('a'), spoken('b')];
  compactor.counted(history, { ...PLAIN_USAGE, inputTokens: 700, outputTokens: 20 });
  expect([
    compactor.size(history),
    compactor.size([...history, user('x'.repeat(40))]),
    compactor.size([user('a')]),
  ]).toEqual([720, 734, 5]);
});

it('tells when the limit of the session is reached', () => {
  const { compactor } = setUp({ limit: 100 });
  expect(compactor.overLimit([user('a')])).toBeUndefined();
  expect(compactor.overLimit(HISTORY)?.shown).toMatch(
    /^Stopped: the conversation has about \d+ tokens, and model\.sessionTokenLimit allows 100\./,
  );
});

it('says why there is nothing to compact', async () => {
  const { compactor } = setUp();
  await expect(compactor.now([user('a')], never)).rejects.toEqual(
    new QwenError('usage', 'There is nothing to compact yet.'),
  );
});

it('shows the model a transcript, without tools, and what the user wants kept', async () => {
  const { compactor, model } = setUp();
  await compactor.now(HISTORY, never, 'the price');
  const [request] = model.requests;
  expect(request?.tools).toEqual([]);
  expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(request?.messages[1]?.text).toContain(
    'USER:\nbuy one\n\nASSISTANT:\n[calls mcp__shop__buy {"item":1}]\n\nRESULT of mcp__shop__buy:\nlost',
  );
  expect(request?.messages[1]?.text).toMatch(/Above all keep: the price$/);
});
