/** A server commits and dies before it answers: what a person sees, what is held back afterwards, and how it is settled. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { callTools, say, type ScriptedModel, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { openTerminal, type QwenTerminal } from '../support/terminal.js';

let stage: Stage;
let terminal: QwenTerminal;
let canary: CanaryHost;
let model: ScriptedModel;
beforeEach(async () => {
  stage = await createStage();
  canary = await stage.canary('bank', {
    transport: 'stdio',
    tools: [{ name: 'pay', annotations: { destructiveHint: true } }],
    faults: [{ tool: 'pay', nth: 1, then: { kind: 'kill' } }],
  });
  await stage.settle({ bank: canary.entry });
});
afterEach(async () => {
  await terminal.close();
  await stage.close();
});

const pay = callTools({ name: 'mcp__bank__pay', args: { key: 'k-1' } });
/** A dialog takes keys from here on. */
const READY = /Enter (?:to confirm|opens|goes on)/;

async function open(turns: readonly Step[], args: readonly string[] = ['--yolo']): Promise<void> {
  model = await stage.play(turns);
  terminal = await openTerminal(stage.home, { args, model, rows: 45 });
  await terminal.shows('Type a message');
}
/** Answers the dialog that shows this, once it takes keys. */
async function answer(shown: RegExp, ...keys: readonly string[]): Promise<void> {
  await terminal.shows(new RegExp(`${shown.source}[^]*${READY.source}`));
  await terminal.press(...keys);
}
const calls = (): number => canary.counts('pay').invocations;

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly retry_of: string | null;
  readonly idempotency_key: string;
}
/** What `qwen mcp outcomes` says in another terminal, oldest first. */
async function recorded(): Promise<readonly Listed[]> {
  const { stdout } = await runQwen(stage.home, { args: ['mcp', 'outcomes', '--json'] });
  return (JSON.parse(stdout) as Listed[]).reverse();
}

it('says calmly what may have happened, counts it, holds the same call back, and takes what a person found', async () => {
  await open([pay, say('Lost.'), pay, say('Held back.')], ['--approval-mode', 'default']);
  await terminal.send('pay');
  await answer(/Call this MCP tool\?[^]*bank[^]*never sent again/, '1');
  await terminal.shows(
    /▲ pay \(bank\)[^]*Outcome unknown[^]*may have completed\. It was not sent again[^]*Server\s+bank[^]*Tool\s+pay[^]*Record\s+mo_[0-9a-f]{16}[^]*\/outcomes shows/,
  );
  await terminal.shows('1 outcome unknown: /outcomes');
  expect(calls()).toBe(1);

  await terminal.send('again');
  await answer(/Call this MCP tool\?/, '1');
  await answer(/Held back: outcome unknown[^]*1\. Do not send it/, 'Escape');
  await terminal.shows('◆ Held back.');
  expect(calls()).toBe(1);

  await terminal.send('/outcomes');
  await answer(/Unknown outcomes of this project[^]*pay on bank/, 'Enter');
  await answer(/Say what became of it/, '1');
  await answer(/What did you find/, '1');
  await terminal.shows('How do you know?');
  await terminal.type('the ledger has it');
  await terminal.press('Enter');
  await answer(/Is this right\?[^]*It was done: the ledger has it/, '2');
  await terminal.shows(/mo_[0-9a-f]{16} is reconciled as committed\./);
  await terminal.hides('outcome unknown');
  expect((await recorded()).map(({ state }) => state)).toEqual(['committed']);
  await terminal.send('/outcomes');
  await terminal.shows('No call of this project has an unknown outcome.');
  expect(calls()).toBe(1);
});

it.each([
  [
    'done: it is not sent, and the model is told so',
    { key: '1', shown: /It was done: seen[^]*is then not sent/, sent: 0, states: ['committed'] },
    /a person has found that an identical earlier call was carried out/,
  ],
  [
    'not done: it is sent, once, with the same key',
    { key: '2', shown: /It was not done[^]*seen[^]*is then sent, once/, sent: 1, states: ['not_committed', 'settled'] },
    /pay done/,
  ],
])('takes what a person finds while a call waits: %s', async (_name, { key, shown, sent, states }, told) => {
  await open([pay, pay, say('I see.')]);
  await terminal.send('pay twice');
  await answer(/Held back/, '2');
  await answer(/What did you find/, key);
  await terminal.shows('How do you know?');
  await terminal.type('seen');
  await terminal.press('Enter');
  await answer(shown, '2');
  await terminal.shows('◆ I see.');
  await terminal.hides('1 outcome unknown');
  expect(calls()).toBe(1 + sent);
  expect(model.toolMessages().at(-1)?.text).toMatch(told);
  const records = await recorded();
  expect(records.map(({ state }) => state)).toEqual(states);
  expect(new Set(records.map(({ idempotency_key: each }) => each)).size).toBe(1);
});

it('reminds at the end and when the session is gone on with, and sends again what did not happen, once', async () => {
  await open([pay, say('Lost.')]);
  await terminal.send('pay');
  await terminal.shows('1 outcome unknown');
  await terminal.send('/quit');
  expect(await terminal.ended()).toBe(0);
  await terminal.shows(/1 call of this project has an unknown outcome/);
  await terminal.close();

  await open([], ['--continue']);
  await terminal.shows(/Outcome unknown[^]*Still unknown[^]*pay on bank[^]*mo_[0-9a-f]{16}[^]*1 outcome unknown/);
  const [lost] = await recorded();
  const id = lost?.id ?? '';
  await runQwen(stage.home, { args: ['mcp', 'outcomes', 'reconcile', id, '--as', 'not_committed', '--note', 'no'] });
  await terminal.hides('1 outcome unknown');
  await terminal.shows('1 MCP server');
  await terminal.send(`/outcomes retry ${id}`);
  await answer(/Send pay on bank once more\?[^]*k-1/, '2');
  await terminal.shows(/✓ pay \(bank\)[^]*The model has not been told/);
  expect(calls()).toBe(2);
  const [first, second] = await recorded();
  expect([second?.retry_of, second?.idempotency_key, second?.state]).toEqual([id, first?.idempotency_key, 'settled']);
  await terminal.send(`/outcomes retry ${id}`);
  await terminal.shows(/was sent again already/);
  expect(calls()).toBe(2);
});
