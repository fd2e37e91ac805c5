/** `qwen mcp reconnect` and `qwen mcp list` tell the truth about every kind of server, in bounded time. */
import type { CanaryOptions } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { living } from '../support/processes.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { toolsWith } from '../replay/case.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const tools = toolsWith(undefined);

const KINDS: readonly (readonly [title: string, options: CanaryOptions, exitCode: number, says: RegExp])[] = [
  ['healthy', { transport: 'stdio', tools }, 0, /^✓ srv: Connected; it offers 3 tools\.\n$/],
  ['without tools', { transport: 'stdio', tools: [] }, 0, /^✓ srv: Connected; it offers 0 tools\.\n$/],
  ['dead', { transport: 'stdio', tools, faults: [{ on: 'initialize', then: { kind: 'exit' } }] }, 1, /^✗ srv: \S.*\n$/],
  [
    'hanging',
    { transport: 'stdio', tools, outlivesInput: true, faults: [{ on: 'initialize', then: { kind: 'hang' } }] },
    1,
    /^✗ srv: .*1000 ms.*\n$/,
  ],
  [
    'hanging in its listing',
    { transport: 'http', tools, faults: [{ on: 'tools/list', then: { kind: 'hang' } }] },
    1,
    /^✗ srv: \S.*\n$/,
  ],
  [
    'one session, DELETE answered 200',
    { transport: 'http', tools, http: { singleSession: true } },
    0,
    /^✓ srv: Connected/,
  ],
  [
    'DELETE answered 405',
    { transport: 'http', tools, faults: [{ on: 'DELETE', then: { kind: 'page', status: 405, body: '' } }] },
    0,
    /^✓ srv: Connected/,
  ],
  [
    'DELETE never answered',
    { transport: 'http', tools, faults: [{ on: 'DELETE', then: { kind: 'hang' } }] },
    0,
    /^✓ srv: Connected/,
  ],
];

describe('B54 qwen mcp reconnect', () => {
  it.each(KINDS)('%s', async (_title, options, exitCode, says) => {
    const canary = await stage.canary('srv', options);
    // Short only where it must run out: a busy machine may be slow to list.
    const discoveryTimeoutMs = exitCode === 0 ? 30_000 : 1_000;
    await stage.settle({ srv: { ...canary.entry, discoveryTimeoutMs } });
    const [first, second] = [await reconnect(), await reconnect()];
    for (const run of [first, second]) {
      expect(run.stdout).toMatch(says);
      expect(run.exitCode).toBe(exitCode);
    }
    if (options.transport === 'stdio') expect(living(canary.pids())).toEqual([]);
  });

  it('all of them: each line by itself, and the exit code of the worst', async () => {
    const good = await stage.canary('good', { transport: 'stdio', tools });
    const bad = await stage.canary('bad', {
      transport: 'stdio',
      tools,
      faults: [{ on: 'initialize', then: { kind: 'exit' } }],
    });
    await stage.settle({ good: good.entry, bad: bad.entry });
    const { stdout, exitCode } = await runQwen(stage.home, { args: ['mcp', 'reconnect', '--all'] });
    expect(stdout).toMatch(/^✓ good: Connected; it offers 3 tools\.\n✗ bad: \S.*\n$/);
    expect(exitCode).toBe(1);
  });

  const reconnect = () => runQwen(stage.home, { args: ['mcp', 'reconnect', 'srv'] });
});

it('ends the session that it opened, where the server allows it', async () => {
  const canary = await stage.canary('srv', { transport: 'http', tools, http: { singleSession: true } });
  await stage.settle({ srv: canary.entry });
  await runQwen(stage.home, { args: ['mcp', 'list'] });
  const opened = canary
    .events()
    .flatMap((event) => (event.event === 'request' && event.method === 'tools/list' ? [event.session] : []));
  const ended = canary
    .events()
    .flatMap((event) => (event.event === 'request' && event.method === 'DELETE' ? [event.session] : []));
  expect(ended).toEqual(opened.slice(0, 1));
});
