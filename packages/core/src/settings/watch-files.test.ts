import { mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../shared/clock.js';
import { noDebugLog } from '../shared/debug-log.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { watchFiles, type FileWatch } from './watch-files.js';

let temp: TempHome;
let watch: FileWatch | undefined;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(async () => {
  watch?.close();
  await temp.remove();
});

/** Watches files of the project; `next` resolves at the next change after it was called. */
function watching(...names: string[]): { next(): Promise<void>; count(): number } {
  let count = 0;
  let told = (): void => {};
  watch = watchFiles({
    files: names.map((name) => `${temp.project}/${name}`),
    clock: systemClock,
    debug: noDebugLog,
    onChange: () => {
      count += 1;
      told();
    },
  });
  return { next: () => new Promise((resolve) => (told = resolve)), count: () => count };
}

const path = (name: string): string => `${temp.project}/${name}`;

it.each<[string, (file: string) => Promise<unknown>]>([
  ['written into', (file) => writeFile(file, 'new')],
  [
    'replaced, as editors do',
    async (file) => {
      await writeFile(`${file}.tmp`, 'new');
      await rename(`${file}.tmp`, file);
    },
  ],
  ['removed', (file) => unlink(file)],
])('a file that is %s', async (_name, change) => {
  await writeFile(path('a.json'), 'old');
  const { next } = watching('a.json');
  const told = next();
  await change(path('a.json'));
  await told;
});

it('a file that appears, also in a folder that was not there', async () => {
  const { next } = watching('.qwen/settings.json', '.mcp.json');
  const first = next();
  await writeFile(path('.mcp.json'), '{}');
  await first;
  const second = next();
  await mkdir(path('.qwen'));
  await writeFile(path('.qwen/settings.json'), '{}');
  await second;
  const third = next();
  await writeFile(path('.qwen/settings.json'), '{ }');
  await third;
});

it('a folder that is taken away and comes back', async () => {
  await temp.write('project/.qwen/settings.json', '{}');
  const { next } = watching('.qwen/settings.json');
  const gone = next();
  await rm(path('.qwen'), { recursive: true });
  await gone;
  const back = next();
  await temp.write('project/.qwen/settings.json', '{}');
  await back;
  const changed = next();
  await temp.write('project/.qwen/settings.json', '{ }');
  await changed;
});

it('a link is followed to where it leads', async () => {
  await temp.write('elsewhere/real.json', 'old');
  await symlink(`${temp.root}/elsewhere/real.json`, path('a.json'));
  const { next } = watching('a.json');
  const told = next();
  await temp.write('elsewhere/real.json', 'new');
  await told;
});

it('what does not change the text of a watched file is not told', async () => {
  await writeFile(path('a.json'), 'same');
  const { next, count } = watching('a.json');
  const told = next();
  await writeFile(path('a.json'), 'same');
  await writeFile(path('b.json'), 'other');
  await writeFile(path('a.json'), 'new');
  await told;
  expect(count()).toBe(1);
});

it('tells nothing once closed, and nothing at all where there is nothing to watch', async () => {
  const { count } = watching('a.json');
  watch?.close();
  await writeFile(path('a.json'), 'new');
  const { next } = watching('a.json');
  const told = next();
  await writeFile(path('a.json'), 'newer');
  await told;
  expect(count()).toBe(0);
});
