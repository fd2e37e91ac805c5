import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { processHolders, type HolderPorts } from './holder.js';
import { acquireLock } from './lock.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const holder = (pid: number) => ({ pid, started: `t${pid}`, host: 'here' });

/** Processes that are only numbers: those of the list live, those over 100 are on another machine. */
const world =
  (...living: number[]) =>
  (pid: number): HolderPorts => ({
    self: () => holder(pid),
    stateOf: (of) => (of.pid > 100 ? 'elsewhere' : living.includes(of.pid) ? 'alive' : 'dead'),
  });

it('is had by one, for the owner alone, and by the next once it is let go', () => {
  const as = world(1, 2);
  const path = folder.at('s.lock');
  const first = acquireLock(path, as(1));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(acquireLock(path, as(2))).toEqual({ kind: 'busy', by: expect.objectContaining(holder(1)), elsewhere: false });
  if (first.kind === 'held') first.release();
  expect(readdirSync(folder.path)).toEqual([]);
  expect(acquireLock(path, as(2)).kind).toBe('held');
  expect(readdirSync(folder.path)).toEqual(['s.lock']);
});

it('is taken over from a dead process, and stays with its new holder when the old one lets go late', () => {
  const path = folder.at('s.lock');
  const old = acquireLock(path, world(1)(1));
  expect(acquireLock(path, world(2)(2)).kind).toBe('held');
  if (old.kind === 'held') old.release();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(holder(2));
  expect(readdirSync(folder.path)).toEqual(['s.lock']);
});

it('is left with a process that nobody here can see', () => {
  const path = folder.at('s.lock');
  acquireLock(path, world()(101));
  expect(acquireLock(path, world(2)(2))).toMatchObject({ kind: 'busy', by: { pid: 101 }, elsewhere: true });
});

it.each(['', 'nonsense', '{"pid":1}', '{"pid":1,"started":"t1","host":"here","token":"../x"}'])(
  'counts as dead when it holds %j',
  (text) => {
    writeFileSync(folder.at('s.lock'), text);
    expect(acquireLock(folder.at('s.lock'), world(1, 2)(2)).kind).toBe('held');
    expect(readdirSync(folder.path)).toEqual(['s.lock']);
  },
);

it('a takeover that was cut off by another death is taken over as well', () => {
  const path = folder.at('s.lock');
  acquireLock(path, world(1)(1));
  const { token } = JSON.parse(readFileSync(path, 'utf8')) as { token: string };
  acquireLock(`${path}.${token}`, world(2)(2));
  expect(acquireLock(path, world(2, 3)(3))).toMatchObject({ kind: 'busy', by: { pid: 2 } });
  expect(acquireLock(path, world(3)(3)).kind).toBe('held');
  expect(readdirSync(folder.path)).toEqual(['s.lock']);
});

it('throws what the file system says', () => {
  expect(() => acquireLock(folder.at('nowhere', 's.lock'), world(1)(1))).toThrow(
    expect.objectContaining({ code: 'ENOENT' }),
  );
});

it('tells its own process from one that had the same number', () => {
  const self = processHolders.self();
  expect(processHolders.stateOf(self)).toBe('alive');
  if (self.started !== '') expect(processHolders.stateOf({ ...self, started: `${self.started}0` })).toBe('dead');
});

it('goes by the number alone where the system tells no start times', async () => {
  const { stateOf } = processHolders;
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(stateOf({ pid: process.pid, started: '', host: hostname() })).toBe('alive');
  expect(stateOf({ pid: child.pid!, started: '', host: hostname() })).toBe('dead');
  expect(stateOf({ pid: process.pid, started: '', host: 'another' })).toBe('elsewhere');
});

/** A real process that tries to get the lock at each line it reads, and says what came of it. */
const CONTENDER = `
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { acquireLock } from './lock.ts';
import { processHolders } from './holder.ts';
let held;
process.stdout.write('ready\\n');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'release') held?.release();
  else {
    const attempt = acquireLock(line, processHolders);
    if (attempt.kind === 'held') held = attempt;
    process.stdout.write(attempt.kind + '\\n');
  }
}`;

async function contenders(count: number): Promise<{ child: ChildProcess; ask(line: string): Promise<string> }[]> {
  const program = folder.at('contender.mjs');
  await build({
    stdin: { contents: CONTENDER, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const next = async (): Promise<string> => String((await lines.next()).value);
      await next();
      return {
        child,
        ask: (line: string) => {
          child.stdin.write(`${line}\n`);
          return next();
        },
      };
    }),
  );
}

it('goes to exactly one of many real processes that take over from a killed one at once, again and again', async () => {
  const all = await contenders(6);
  try {
    const [victim, ...others] = all;
    await victim?.ask(folder.at('0.lock'));
    for (let round = 1; round <= 20; round += 1) await victim?.ask(folder.at(`${round}.lock`));
    victim?.child.kill('SIGKILL');
    if (victim !== undefined) await once(victim.child, 'exit');
    for (let round = 0; round <= 20; round += 1) {
      const answers = await Promise.all(others.map(({ ask }) => ask(folder.at(`${round}.lock`))));
      expect(answers.filter((answer) => answer === 'held').length, `round ${round}`).toBeLessThanOrEqual(1);
      const later = await Promise.all(others.map(({ ask }) => ask(folder.at(`${round}.lock`))));
      const held = [...answers, ...later].filter((answer) => answer === 'held');
      expect(held, `round ${round}`).toHaveLength(1);
    }
    expect(readdirSync(folder.path).filter((name) => name.includes('lock')).length).toBe(21);
  } finally {
    for (const { child } of all) child.kill('SIGKILL');
  }
});
