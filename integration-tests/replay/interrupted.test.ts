/** A signal while a call is in flight: stopped at once, never sent again, and told as unknown; no process stays behind. */
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { living } from '../support/processes.js';
import { createStage, startQwen, type Stage } from '../support/run-qwen.js';
import { ARGUMENT_MARKER, SAFE, toolsWith, type Path, type Transport } from './case.js';
import { isInitialize } from './play-cases.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** qwen with one call that the server has committed and does not answer. */
async function inFlight(transport: Transport, path: Path, annotations: unknown) {
  const canary = await stage.canary('srv', {
    transport,
    tools: toolsWith(annotations),
    faults: [
      { tool: 'act', generation: 1, then: { kind: 'hang' } },
      { on: 'initialize', generation: 2, pause: { gate: 'never' }, then: { kind: 'reply' } },
    ],
  });
  await stage.settle({ srv: { ...canary.entry, trust: true, progress: path === 'direct' } });
  const model = await stage.play([callTools({ name: 'mcp__srv__act', args: { key: ARGUMENT_MARKER } }), say('done')]);
  const qwen = startQwen(stage.home, { model });
  await canary.waitFor((event) => event.event === 'commit');
  return { canary, model, qwen, kill: () => process.kill(canary.pids()[0]!, 'SIGKILL') };
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const rows = (['stdio', 'http'] as const).flatMap((transport) =>
  (['direct', 'callable'] as const).flatMap((path) =>
    (['SIGINT', 'SIGTERM'] as const).map((signal): [Transport, Path, 'SIGINT' | 'SIGTERM'] => [
      transport,
      path,
      signal,
    ]),
  ),
);

describe.runIf(!isPeer)('B25 stopped by a signal', () => {
  it.each(rows)(
    '%s, %s path, %s: the server is told, the outcome is called unknown',
    async (transport, path, signal) => {
      const { canary, model, qwen } = await inFlight(transport, path, undefined);
      qwen.kill(signal);
      const { exitCode, stdout, stderr } = await qwen.done;
      expect({ exitCode, stdout }).toEqual({ exitCode: EXIT_CODES[signal], stdout: '' });
      expect(stderr).toMatch(/In flight: mcp__srv__act(?: \(record \S+\))?\. Whether that was done is unknown/);
      expect(stderr).not.toContain(ARGUMENT_MARKER);
      await canary.waitFor((event) => event.event === 'notification' && event.method === 'notifications/cancelled');
      expect(canary.counts('act').invocations).toBe(1);
      expect(model.scripted()).toHaveLength(1);
      if (transport === 'stdio') expect(living(canary.pids())).toEqual([]);
    },
  );

  it.each<[string, ('signal' | 'death')[]]>([
    ['the signal, then the server dies', ['signal', 'death']],
    ['the server dies, then the signal', ['death', 'signal']],
  ])('%s: sent once though safe, and never called undone', async (_title, order) => {
    const { canary, qwen, kill } = await inFlight('stdio', 'direct', SAFE);
    for (const what of order) {
      if (what === 'signal') qwen.kill('SIGINT');
      else kill();
    }
    const { exitCode, stderr } = await qwen.done;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('unknown');
    expect(canary.counts('act').invocations).toBe(1);
    expect(living(canary.pids())).toEqual([]);
  });

  it('the signal while the replay waits for the server: no replay', async () => {
    const { canary, qwen, kill } = await inFlight('stdio', 'direct', SAFE);
    kill();
    await canary.waitFor(isInitialize(2));
    qwen.kill('SIGINT');
    expect((await qwen.done).exitCode).toBe(130);
    expect(canary.counts('act').invocations).toBe(1);
    expect(living(canary.pids())).toEqual([]);
  });
});
