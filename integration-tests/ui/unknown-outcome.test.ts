/** A server commits and dies before it answers: what a person sees, and what is held back afterwards. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { openTerminal, type QwenTerminal } from '../support/terminal.js';

let stage: Stage;
let terminal: QwenTerminal;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(async () => {
  await terminal.close();
  await stage.close();
});

const pay = callTools({ name: 'mcp__bank__pay', args: { key: 'k-1' } });

it('says calmly what may have happened, counts it, and asks before the same call is sent again', async () => {
  const canary = await stage.canary('bank', {
    transport: 'stdio',
    tools: [{ name: 'pay', annotations: { destructiveHint: true } }],
    faults: [{ on: 'tools/call', then: { kind: 'kill' } }],
  });
  await stage.settle({ bank: canary.entry });
  const model = await stage.play([pay, say('Lost.'), pay, say('Held back.')]);
  terminal = await openTerminal(stage.home, { args: ['--approval-mode', 'default'], model, rows: 40 });
  await terminal.shows('Type a message');
  await terminal.type('pay');
  await terminal.press('Enter');
  await terminal.shows(/Call this MCP tool\?[^]*Server\s+bank[^]*Tool\s+pay[^]*destructive[^]*never sent again[^]*k-1/);
  await terminal.shows('Enter to confirm');
  await terminal.press('1');
  await terminal.shows(/Outcome unknown[^]*pay of the MCP server bank[^]*may have completed\. It was not sent again/);
  await terminal.shows('1 outcome unknown: /outcomes');

  await terminal.type('again');
  await terminal.press('Enter');
  await terminal.shows(/Call this MCP tool\?[^]*Enter to confirm/);
  await terminal.press('1');
  await terminal.shows(/Held back: an earlier outcome is unknown[^]*Enter to confirm/);
  await terminal.press('Enter');
  await terminal.shows('◆ Held back.');
  expect(canary.counts('pay').invocations).toBe(1);
});
