/** What `@path` and `@server:uri` in a prompt bring to the model, and what they never bring. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainText, say, type ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

async function ask(
  prompt: string,
  ...args: string[]
): Promise<{ seen: string; model: ScriptedModel; result: QwenResult }> {
  const model = await stage.play([say('ok')]);
  const result = await runQwen(stage.home, { args: ['-p', prompt, ...args], model });
  return {
    seen: plainText(model.scripted()[0]?.messages.findLast(({ role }) => role === 'user')?.content),
    model,
    result,
  };
}

it('puts the content of files after the words, and leaves alone what is not there', async () => {
  await stage.home.write('project/a b.ts', 'const a = 1;');
  const { seen } = await ask('look at @a\\ b.ts and @none');
  expect(seen).toMatch(
    /^look at @a\\ b\.ts and @none\n\nContent from referenced files:\n--- Begin of @a\\ b\.ts \[(\w{8})\] ---\nconst a = 1;\n--- End of @a\\ b\.ts \[\1\] ---$/,
  );
});

it.each([
  ['outside', '@../secret.txt', []],
  ['behind a link', '@link', []],
  ['ignored', '@hidden.txt', []],
  ['denied by a rule', '@denied.txt', ['--exclude-tools', 'Read(./denied.txt)']],
])('does not read what is %s', async (_what, prompt, args) => {
  const secret = await stage.home.write('secret.txt', 'SECRET');
  await stage.home.write('project/hidden.txt', 'SECRET');
  await stage.home.write('project/denied.txt', 'SECRET');
  await stage.home.write('project/.qwenignore', 'hidden.txt\n');
  await symlink(secret, join(stage.home.project, 'link'));
  const { seen, result } = await ask(prompt, ...args);
  expect([seen.includes('Not read: '), seen.includes('SECRET'), result.exitCode]).toEqual([true, false, 0]);
});

it('reads a resource of a server, and sends nothing when it can not', async () => {
  const result = { contents: [{ uri: 'doc://1', text: 'RESOURCE' }] };
  const canary = await stage.canary('srv', {
    transport: 'stdio',
    tools: [{ name: 'x' }],
    faults: [{ on: 'resources/read', then: { kind: 'result', result } }],
  });
  await stage.settle({ srv: canary.entry, down: { command: '/nowhere/server' } });
  expect((await ask('see @srv:doc://1')).seen).toMatch(/--- Begin of @srv:doc:\/\/1 \[\w{8}\] ---\nRESOURCE\n/);
  const failed = await ask('see @down:doc://1');
  expect([failed.model.requests.length, failed.result.exitCode]).toEqual([0, 1]);
});

it('has no resources in a folder that is not trusted', async () => {
  const canary = await stage.canary('srv', { transport: 'stdio', tools: [{ name: 'x' }] });
  await stage.settle(
    { srv: canary.entry },
    { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } },
  );
  await stage.home.write('home/.qwen/trustedFolders.json', JSON.stringify({ [stage.home.project]: 'DO_NOT_TRUST' }));
  const { model, result } = await ask('see @srv:doc://1');
  expect([model.requests.length, result.exitCode, result.stderr]).toEqual([
    0,
    1,
    expect.stringContaining('Resources of MCP servers are unavailable in a folder that is not trusted.\n'),
  ]);
});
