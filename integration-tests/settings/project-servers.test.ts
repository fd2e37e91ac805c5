/** Servers that a project declares: never without the user's word, and never another one than the user approved. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { createStage, recordsOf, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

const ONE_TOOL = { transport: 'stdio', tools: [{ name: 'pay' }] } as const;
const PENDING =
  'MCP server "own" of this project is not started: it needs your approval first. To give it: qwen mcp approve own\n';
const CHANGED =
  'MCP server "own" of this project is not started: it has changed since you decided about it. To approve it as it is now: qwen mcp approve own\n';

const declare = (entry: object): Promise<string> =>
  stage.home.write('project/.mcp.json', `// shared\n${JSON.stringify({ mcpServers: { own: entry } })}`);

async function run(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<QwenResult> {
  const model = await stage.play([say('ok')]);
  return runQwen(stage.home, { args: ['-p', 'go', ...args], model, env });
}
const starts = (canary: CanaryHost): number => canary.counts().starts;

it('waits for an approval, in every format, and asks again after a change', async () => {
  const canary = await stage.canary('own', ONE_TOOL);
  await declare({ type: 'stdio', ...canary.entry });
  expect(await run()).toMatchObject({ exitCode: 0, stdout: 'ok\n', stderr: PENDING });
  const json = await run(['-o', 'stream-json']);
  expect([json.stderr, recordsOf(json)[0]?.['mcp_servers']]).toEqual([
    PENDING,
    [{ name: 'own', status: 'disconnected' }],
  ]);
  expect(starts(canary)).toBe(0);

  await runQwen(stage.home, { args: ['mcp', 'approve', 'own'] });
  expect([(await run()).stderr, starts(canary)]).toEqual(['', 1]);
  await declare({ type: 'stdio', ...canary.entry, env: { EXTRA: '1' } });
  expect([(await run()).stderr, starts(canary)]).toEqual([CHANGED, 1]);
  const { stdout } = await runQwen(stage.home, { args: ['mcp', 'list'] });
  expect(stdout).toContain(' - Pending approval: it has changed since you decided about it');
  await runQwen(stage.home, { args: ['mcp', 'reject', '--all'] });
  expect([(await run()).stderr, starts(canary)]).toEqual(['', 1]);
});

it("is not opened by the project's own mode, and is by the operator's yolo", async () => {
  const canary = await stage.canary('own', ONE_TOOL);
  await declare(canary.entry);
  await stage.home.writeProjectSettings({ tools: { approvalMode: 'yolo' }, mcpServers: {} });
  await run();
  expect(starts(canary)).toBe(0);
  await run(['--yolo']);
  expect(starts(canary)).toBe(1);
});

it('can not be redirected by a file of the project after it was approved', async () => {
  const [canary, other] = [await stage.canary('own', ONE_TOOL), await stage.canary('other', ONE_TOOL)];
  const [program, plan] = canary.entry['args'] as [string, string];
  await declare({ command: canary.entry['command'], args: [program, `\${PLAN:-${plan}}`] });
  await runQwen(stage.home, { args: ['mcp', 'approve', '--all'] });
  await run();
  expect([starts(canary), starts(other)]).toEqual([1, 0]);

  const [, otherPlan] = other.entry['args'] as [string, string];
  await stage.home.write('project/.env', `PLAN=${otherPlan}\n`);
  expect([(await run()).stderr, starts(canary), starts(other)]).toEqual([CHANGED, 1, 0]);
  // The operator's own environment speaks over the project's file, and was part of what was approved.
  await run([], { PLAN: plan });
  expect([starts(canary), starts(other)]).toEqual([2, 0]);
});

it('can not redirect a server of the user', async () => {
  const [canary, other] = [await stage.canary('own', ONE_TOOL), await stage.canary('other', ONE_TOOL)];
  const [program, plan] = canary.entry['args'] as [string, string];
  const [, otherPlan] = other.entry['args'] as [string, string];
  await stage.settle({ mine: { command: canary.entry['command'], args: [program, `\${PLAN:-${plan}}`] } });
  await stage.home.write('project/.env', `PLAN=${otherPlan}\n`);
  await stage.home.writeProjectSettings({ env: { PLAN: otherPlan } });
  await run();
  expect([starts(canary), starts(other)]).toEqual([1, 0]);
});

it('an untrusted folder starts nothing: not in a run, not in list, not in reconnect', async () => {
  const [theirs, mine] = [await stage.canary('own', ONE_TOOL), await stage.canary('mine', ONE_TOOL)];
  await declare(theirs.entry);
  await runQwen(stage.home, { args: ['mcp', 'approve', '--all'] });
  await stage.settle(
    { mine: mine.entry },
    { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } },
  );
  await stage.home.write('home/.qwen/trustedFolders.json', JSON.stringify({ [stage.home.project]: 'DO_NOT_TRUST' }));
  await run(['--yolo']);
  const { stdout } = await runQwen(stage.home, { args: ['mcp', 'list'] });
  await runQwen(stage.home, { args: ['mcp', 'reconnect', '--all'] });
  expect(stdout).toContain('● own - Not started: this folder is not trusted');
  expect([starts(theirs), starts(mine)]).toEqual([0, 0]);
});

it('--mcp-config starts unasked, above everything, with its variables filled', async () => {
  const canary = await stage.canary('own', ONE_TOOL);
  await declare({ command: '/nowhere' });
  const [program, plan] = canary.entry['args'] as [string, string];
  const own = { command: '${NODE_PROGRAM:-' + String(canary.entry['command']) + '}', args: [program, '$PLAN'] };
  const model = await stage.play([callTools({ name: 'mcp__own__pay', args: {} }), say('paid')]);
  const { stdout, stderr } = await runQwen(stage.home, {
    args: ['-p', 'go', '--yolo', '--mcp-config', JSON.stringify({ mcpServers: { own } })],
    env: { PLAN: plan },
    model,
  });
  expect([stdout, stderr, canary.counts('pay').commits]).toEqual(['paid\n', '', 1]);
});
