/** Trust that is missing, or taken away between the loss and the replay: read afresh, and the gate stays shut. */
import { UNKNOWN_OUTCOME_TEXT } from '@qwen-code/qwen-code-core/tools/mcp-tool/texts.js';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, startQwen, type Stage } from '../support/run-qwen.js';
import { EXIT, first, SAFE, toolsWith, type Path, type Transport } from './case.js';
import { isInitialize } from './play-cases.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const FOLDER_TRUST = { security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } } } as const;
const trustFolder = (level: 'TRUST_FOLDER' | 'DO_NOT_TRUST'): Promise<string> =>
  stage.home.write('home/.qwen/trustedFolders.json', JSON.stringify({ [stage.home.project]: level }));

interface Change {
  readonly title: string;
  take(entry: Readonly<Record<string, unknown>>): Promise<unknown>;
}

const CHANGES: readonly Change[] = [
  {
    title: 'trust: false in the user settings',
    take: (entry) => stage.settle({ srv: { ...entry, trust: false } }, FOLDER_TRUST),
  },
  {
    title: 'the entry’s trust removed',
    take: (entry) => stage.settle({ srv: { ...entry, trust: undefined } }, FOLDER_TRUST),
  },
  { title: 'the folder no longer trusted', take: () => trustFolder('DO_NOT_TRUST') },
  {
    title: 'settings that can’t be read any more',
    take: () => stage.home.write('home/.qwen/settings.json', '{ "mcpServers": '),
  },
];

const rows = CHANGES.flatMap((change) =>
  (['stdio', 'http', 'sse'] as const).flatMap((transport) =>
    (['direct', 'callable'] as const).map((path): [string, Transport, Path, Change] => [
      change.title,
      transport,
      path,
      change,
    ]),
  ),
);

describe.runIf(!isPeer)('trust taken away while the server is being connected again', () => {
  it.each(rows)('%s, %s, %s path: not replayed', async (_title, transport, path, { take }) => {
    const canary = await stage.canary('srv', {
      transport,
      tools: toolsWith(SAFE),
      faults: [...first(EXIT), { on: 'initialize', generation: 2, pause: { gate: 'go' }, then: { kind: 'reply' } }],
    });
    const entry = { ...canary.entry, progress: path === 'direct' };
    await trustFolder('TRUST_FOLDER');
    await stage.settle({ srv: { ...entry, trust: true } }, FOLDER_TRUST);
    const model = await stage.play([callTools({ name: 'mcp__srv__act', args: { key: 'k' } }), say('done')]);
    const qwen = startQwen(stage.home, { model });
    await canary.waitFor(isInitialize(2));
    await take(entry);
    await canary.openGate('go');
    expect(await qwen.done).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    expect(model.toolMessages().map(({ text }) => text)).toEqual([UNKNOWN_OUTCOME_TEXT]);
    expect(canary.counts('act')).toMatchObject({ invocations: 1, commits: 1 });
  });
});

describe('B45 a folder that is not trusted', () => {
  it('starts no server, whatever it declares, and says so', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(SAFE) });
    await trustFolder('DO_NOT_TRUST');
    await stage.settle({ srv: { ...canary.entry, trust: true } }, FOLDER_TRUST);
    const model = await stage.play([callTools({ name: 'mcp__srv__act', args: { key: 'k' } }), say('done')]);
    const { exitCode, stderr } = await runQwen(stage.home, { model, args: ['-p', 'go', '--approval-mode', 'default'] });
    expect(exitCode).toBe(0);
    if (!isPeer) expect(stderr).toContain('trust');
    expect(model.toolMessages()).toHaveLength(1);
    expect(canary.events()).toEqual([]);
  });
});

describe('B45 trust as a string', () => {
  it('is no trust: the server is not started, or the call is not replayed, and the entry is named', async () => {
    const canary = await stage.canary('srv', { transport: 'stdio', tools: toolsWith(SAFE), faults: first(EXIT) });
    await stage.settle({ srv: { ...canary.entry, trust: 'true' } });
    const model = await stage.play([callTools({ name: 'mcp__srv__act', args: { key: 'k' } }), say('done')]);
    const { stderr } = await runQwen(stage.home, { model });
    expect(canary.counts('act').invocations).toBeLessThanOrEqual(1);
    if (!isPeer) expect(stderr).toMatch(/srv.*trust|trust.*srv/);
  });
});
