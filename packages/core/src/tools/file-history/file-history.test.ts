import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createWorkspace } from '../files/workspace.js';
import { createFileHistory, fileHistoryDir } from './file-history.js';
import { planRestore, restoreFiles } from './restore-files.js';

let root: string;
let clock: ReturnType<typeof createFakeClock>;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'qwen-test-'));
  await mkdir(join(root, 'proj'));
  clock = createFakeClock(0);
});
afterEach(() => rm(root, { recursive: true, force: true }));

function setUp() {
  const cwd = join(root, 'proj');
  const dir = fileHistoryDir(root, 'S1');
  const history = createFileHistory({ dir: () => dir, clock });
  const ports = { dir, workspace: createWorkspace({ cwd }), history };
  const file = (name: string): string => join(cwd, name);
  return {
    ports,
    dir,
    file,
    write: (name: string, text: string) => history.around(file(name), () => writeFile(file(name), text)),
    remove: (name: string) => history.around(file(name), () => unlink(file(name))),
    text: (name: string) => readFile(file(name), 'utf8').catch(() => undefined),
    at: async (ms: number) => {
      await clock.advance(ms - clock.now());
      return new Date(ms).toISOString();
    },
  };
}

it('brings files back to what they were at a moment, whatever came after it', async () => {
  const { ports, dir, file, write, remove, text, at } = setUp();
  await writeFile(file('kept'), 'one');
  await writeFile(file('gone'), 'there');
  await at(1_000);
  await write('kept', 'two');
  const since = await at(2_000);
  await write('kept', 'three');
  await write('new', 'made');
  await remove('gone');
  await at(3_000);
  await write('kept', 'four');
  const plan = await planRestore(dir, since);
  expect(plan.map(({ path, state }) => [path, state])).toEqual([
    [file('kept'), 'ready'],
    [file('new'), 'ready'],
    [file('gone'), 'ready'],
  ]);
  expect(await restoreFiles(plan, ports)).toEqual(plan.map(({ path }) => ({ path, problem: undefined })));
  expect([await text('kept'), await text('new'), await text('gone')]).toEqual(['two', undefined, 'there']);
  expect(await planRestore(dir, since)).toEqual([]);
});

it('goes back further after it went back', async () => {
  const { ports, dir, file, write, text, at } = setUp();
  await writeFile(file('a'), 'one');
  const first = await at(1_000);
  await write('a', 'two');
  const second = await at(2_000);
  await write('a', 'three');
  await at(3_000);
  await restoreFiles(await planRestore(dir, second), ports);
  await at(4_000);
  const plan = await planRestore(dir, first);
  expect(plan.map(({ state }) => state)).toEqual(['ready']);
  await restoreFiles(plan, ports);
  expect(await text('a')).toBe('one');
});

it('tells what somebody else changed meanwhile', async () => {
  const { dir, file, write, at } = setUp();
  await writeFile(file('a'), 'one');
  const since = await at(1_000);
  await write('a', 'two');
  await writeFile(file('a'), 'by hand');
  expect((await planRestore(dir, since)).map(({ state }) => state)).toEqual(['changed']);
});

it('keeps copies for their owner alone, each content once', async () => {
  const { dir, file, write, at } = setUp();
  await writeFile(file('a'), 'one');
  await at(1_000);
  for (const text of ['two', 'one', 'two']) await write('a', text);
  const names = await readdir(dir);
  expect(names).toHaveLength(3);
  const modes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).mode & 0o777));
  expect([...modes, (await stat(dir)).mode & 0o777]).toEqual([0o600, 0o600, 0o600, 0o700]);
});

it('has no copy of what is too big, and says so', async () => {
  const { ports, dir, file, write, at } = setUp();
  await writeFile(file('big'), Buffer.alloc(10 * 1024 * 1024 + 1));
  const since = await at(1_000);
  await write('big', 'small');
  const plan = await planRestore(dir, since);
  expect(plan.map(({ state }) => state)).toEqual(['unkept']);
  expect(await restoreFiles(plan, ports)).toEqual([]);
});

it('changes the file also where no copy can be kept', async () => {
  const { dir, file, write, text } = setUp();
  await mkdir(join(root, 'file-history'), { recursive: true });
  await writeFile(dir, 'in the way');
  await writeFile(file('a'), 'one');
  await write('a', 'two');
  expect(await text('a')).toBe('two');
});

it('writes nothing through a link that leads out of the workspace', async () => {
  const { ports, dir, file, write, at } = setUp();
  await writeFile(file('a'), 'one');
  const since = await at(1_000);
  await write('a', 'two');
  await unlink(file('a'));
  await writeFile(join(root, 'outside'), 'mine');
  await symlink(join(root, 'outside'), file('a'));
  const [done] = await restoreFiles(await planRestore(dir, since), ports);
  expect(done?.problem).toMatch(/outside the workspace/);
  expect(await readFile(join(root, 'outside'), 'utf8')).toBe('mine');
});
