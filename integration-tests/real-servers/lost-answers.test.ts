/** Real servers do their work and answer; the proxy throws the first answer away and takes the server along. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Path } from '../replay/case.js';
import { expectTold } from '../replay/expect-told.js';
import { living } from '../support/processes.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';
import { realCases, type RealCase } from './real-cases.js';

const PROXY = fileURLToPath(new URL('lossy-proxy.mjs', import.meta.url));

interface Seen {
  readonly told: string;
  readonly calls: { readonly tool: string; readonly args: unknown }[];
  readonly effect: unknown;
}

describe.each<Path>(['direct', 'callable'])('real servers, answer lost after the work, %s path', (path) => {
  let stage: Stage;
  const seen = new Map<string, Seen>();
  const pids: number[] = [];

  beforeAll(async () => {
    stage = await createStage();
    // The filesystem server works below the client's roots, so every folder is in the project.
    const folderOf = ({ name }: RealCase): string => join(stage.home.project, name);
    for (const real of realCases) prepare(folderOf(real), real.before ?? {});
    await stage.settle(Object.fromEntries(realCases.map((real) => [real.name, entryOf(real, folderOf(real), path)])));
    const calls = realCases.map((real) =>
      callTools({ name: `mcp__${real.name}__${real.tool}`, args: real.args(folderOf(real)) }),
    );
    const model = await stage.play([...calls, say('done')]);
    expect(await runQwen(stage.home, { model })).toMatchObject({ exitCode: 0, stdout: 'done\n' });
    const told = model.toolMessages().map(({ text }) => text);
    for (const [index, real] of realCases.entries()) {
      const folder = folderOf(real);
      seen.set(real.name, { told: told[index] ?? '', calls: logged(folder, 'calls'), effect: real.effect?.(folder) });
      pids.push(...logged<{ pids: number[] }>(folder, 'starts').flatMap((start) => start.pids));
    }
  });
  afterAll(() => stage.close());

  it.each(realCases.map((real) => [real.name, real.hints, real.runs, real] as const))(
    '%s (%s): run %i times',
    (_name, _hints, runs, real) => {
      const { told, calls, effect } = seen.get(real.name)!;
      expect(calls.map(({ tool }) => tool)).toEqual(Array.from({ length: runs }, () => real.tool));
      expect(new Set(calls.map(({ args }) => JSON.stringify(args))).size).toBe(1);
      expect(effect).toEqual(real.after);
      if (runs === 1) expectTold(told, 'unknown', real.tool);
      else expect(told).toContain(real.answer ?? '');
    },
  );

  it('leaves no process behind', () => {
    expect(living(pids)).toEqual([]);
  });
});

function prepare(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}

function entryOf(real: RealCase, folder: string, path: Path): Record<string, unknown> {
  return {
    command: process.execPath,
    args: [PROXY, folder, process.execPath, ...real.command(folder)],
    env: real.env?.(folder) ?? {},
    trust: true,
    ...(path === 'callable' ? { progress: false } : {}),
  };
}

const logged = <T = Seen['calls'][number]>(folder: string, name: string): T[] =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
