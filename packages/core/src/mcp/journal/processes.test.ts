import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildProgram } from '../../testing/canary-program.js';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { readJournal } from './read.js';

let program: string;
let folder: TempFolder;
let dir: string;

beforeAll(async () => {
  program = await buildProgram('journal-writer');
});
beforeEach(async () => {
  folder = await createTempFolder();
  dir = folder.at('mcp-outcomes');
});
afterEach(() => folder.remove());

/** Runs the writer to its end, and gives what its server did. */
async function write(args: { calls: number; ledger: string; dieAt?: string; dieIn?: number; limit?: boolean }) {
  const { calls, dieAt = '', dieIn = 0 } = args;
  const ledger = folder.at(args.ledger);
  await writeFile(ledger, '');
  const node = [program, dir, folder.at('key'), String(calls), ledger, dieAt, String(dieIn)];
  const limited = ['-c', 'ulimit -f 2; trap \'\' XFSZ; exec "$0" "$@"', process.execPath, ...node];
  const child = args.limit
    ? spawn('bash', limited, { stdio: ['ignore', 'ignore', 'pipe'] })
    : spawn(process.execPath, node, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { executed: (await readFile(ledger, 'utf8')).split('\n').slice(0, -1), code, signal, stderr };
}

const stateByCall = async (): Promise<Map<string, string>> =>
  new Map((await readJournal({ dir })).outcomes.map(({ intent, state }) => [intent.call_id, state]));

it('loses and mixes nothing that eight processes write at once', async () => {
  const runs = await Promise.all(Array.from({ length: 8 }, (_, n) => write({ calls: 625, ledger: `ledger-${n}` })));
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(8).fill({ code: 0, stderr: '' }));
  const { files, lines, problems, torn, foreign } = await readJournal({ dir });
  expect({ files, lines, problems, torn, foreign }).toEqual({
    files: 8,
    lines: 8 * (1 + 2 * 625),
    problems: [],
    torn: 0,
    foreign: 0,
  });
  const states = await stateByCall();
  expect(runs.flatMap(({ executed }) => executed).map((call) => states.get(call))).toEqual(
    Array(8 * 625).fill('settled'),
  );
});

describe('killed at any step', () => {
  /** What the call that it died in is afterwards. */
  const steps = {
    'before-intent': [undefined],
    'during-intent': [undefined, 'unknown'],
    'after-intent': ['unknown'],
    'after-send': ['unknown'],
    'during-settle': ['unknown', 'settled'],
    'after-settle': ['settled'],
  } as const;
  const rows = Object.entries(steps).flatMap(([dieAt, expected]) =>
    [0, 3].map((dieIn) => ({ dieAt, dieIn, expected })),
  );

  it.each(rows)('$dieAt of call $dieIn', async ({ dieAt, dieIn, expected }) => {
    const { executed, signal } = await write({ calls: 5, ledger: 'ledger', dieAt, dieIn });
    expect(signal).toBe('SIGKILL');
    expect((await readJournal({ dir })).problems).toEqual([]);
    const states = await stateByCall();
    const sent = dieAt === 'after-send' || dieAt.endsWith('settle') ? dieIn + 1 : dieIn;
    expect(executed).toHaveLength(sent);
    const pid = [...states.keys()][0]?.split('-')[0] ?? executed[0]?.split('-')[0];
    expect(expected).toContain(states.get(`${pid}-${dieIn}`));
    for (const call of executed.slice(0, dieIn)) expect(states.get(call)).toBe('settled');
    for (const call of executed) expect(states.has(call)).toBe(true);
  });
});

it('sends nothing more once its file may not grow, and leaves only whole records', async () => {
  const { executed, code, stderr } = await write({ calls: 50, ledger: 'ledger', limit: true });
  expect([code, stderr]).toEqual([1, expect.stringContaining('The call was not sent: the record')]);
  expect(executed.length).toBeLessThan(50);
  const { problems, torn } = await readJournal({ dir });
  const states = await stateByCall();
  expect({ problems, torn, states: executed.map((call) => states.has(call)) }).toEqual({
    problems: [],
    torn: 0,
    states: executed.map(() => true),
  });
});

it('holds no argument anywhere in the folder', async () => {
  await write({ calls: 3, ledger: 'ledger', dieAt: 'after-send', dieIn: 2 });
  const texts = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
  expect(texts.join('')).not.toMatch(/value-that-must-not-be-written|secret/);
});
