/** `--debug`: a private file that tells the cause and no secret. Also the warning that yolo gives. */
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const SESSION = '01234567-89ab-4cde-8f01-23456789abcd';

it('holds what went wrong, no argument, no key and no token', async () => {
  const canary = await stage.canary('shop', {
    transport: 'http',
    tools: [{ name: 'pay' }],
    http: { authorization: 'Bearer server-token-1' },
    faults: [{ on: 'tools/call', nth: 1, then: { kind: 'destroy' } }],
  });
  await stage.settle({ shop: { ...canary.entry, headers: { Authorization: 'Bearer server-token-1' }, trust: true } });
  const model = await stage.play([callTools({ name: 'mcp__shop__pay', args: { key: 'secret-argument' } }), say('ok')]);
  const result = await runQwen(stage.home, {
    args: ['-p', 'the prompt', '--debug', '--session-id', SESSION],
    env: { OPENAI_API_KEY: 'sk-model-key-1' },
    model,
  });
  const folder = join(stage.home.qwenHome, 'debug');
  expect(await readdir(folder)).toEqual([`${SESSION}.txt`]);
  const path = join(folder, `${SESSION}.txt`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(result.stderr).toContain(`Debug log: ${path}\n`);

  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/mcp: .*shop/);
  expect(text).not.toMatch(/secret-argument|server-token-1|sk-model-key-1|the prompt/);
});

it('warns about yolo unless told not to', async () => {
  await stage.settle({});
  const model = await stage.play([say('ok'), say('ok')]);
  const loud = await runQwen(stage.home, {
    args: ['-p', 'x', '--yolo'],
    env: { QWEN_CODE_SUPPRESS_YOLO_WARNING: '' },
    model,
  });
  const quiet = await runQwen(stage.home, { args: ['-p', 'x', '--yolo'], model });
  expect([loud.stderr.split('\n')[0], quiet.stderr]).toEqual([
    'Warning: every tool call runs without asking, with your rights and without a sandbox (--yolo). QWEN_CODE_SUPPRESS_YOLO_WARNING=1 silences this line.',
    '',
  ]);
});
