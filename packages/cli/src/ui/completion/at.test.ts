import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { DEFAULT_IGNORE_OPTIONS } from '@qwen-code/qwen-code-core/tools/search/ignore-options.js';
import { atSource, type AtPorts } from './at.js';
import { createPathIndex } from './path-index.js';
import type { Completion } from './source.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  for (const name of ['src/app.ts', 'src/deep/run-ui.ts', 'my file.txt', 'README.md', 'out/app.js', 'secret/app.env']) {
    await folder.write(`proj/${name}`, '');
  }
  await folder.write('proj/.gitignore', 'out\n');
  await folder.write('proj/.qwenignore', 'secret\n');
  await folder.write('other/app.md', '');
});
afterEach(() => folder.remove());

async function complete(text: string, more: Partial<AtPorts> = {}): Promise<readonly Completion[]> {
  const dirs = [folder.at('proj')];
  const index = createPathIndex({ dirs: () => dirs, ignoreOptions: DEFAULT_IGNORE_OPTIONS, clock: systemClock });
  const ports = { index, fuzzy: true, recursive: true, resources: () => [], isKeptBack: () => false, ...more };
  const source = atSource(ports);
  const query = source.query(text, text.length);
  return query === undefined ? [] : source.find(query, new AbortController().signal);
}
const inserts = async (text: string, more: Partial<AtPorts> = {}): Promise<string[]> =>
  (await complete(text, more)).map(({ insert }) => insert);

describe('files', () => {
  it('of the folder first, and none that is ignored', async () => {
    expect(await inserts('@')).toEqual(['@src/', '@.gitignore ', '@.qwenignore ', '@README.md ', '@my\\ file.txt ']);
  });

  it.each([
    ['below a folder that is named', '@src/', ['@src/deep/', '@src/app.ts ']],
    ['at any depth', '@app', ['@src/app.ts ']],
    ['by letters apart', '@runui', ['@src/deep/run-ui.ts ']],
    ['whatever their case', '@readme', ['@README.md ']],
    ['with spaces', '@my', ['@my\\ file.txt ']],
    ['in quotes', '@"my', ['@"my file.txt" ']],
    ['and folders in quotes, which go on', '@"src/', ['@"src/deep/', '@"src/app.ts" ']],
    ['not outside the workspace', '@../other/', []],
    ['not where there is no such folder', '@none/', []],
  ])('%s', async (_name, text, expected) => {
    expect(await inserts(text)).toEqual(expected);
  });

  it('leave out what the permission rules keep back', async () => {
    expect(await inserts('@app', { isKeptBack: (path) => path.endsWith('app.ts') })).toEqual([]);
  });

  it('are not searched for where the settings say so', async () => {
    expect(await inserts('@app', { recursive: false })).toEqual([]);
    expect(await inserts('@src/ap', { recursive: false })).toEqual(['@src/app.ts ']);
    expect(await inserts('@runui', { fuzzy: false })).toEqual([]);
  });

  it('of further folders of the workspace have their whole path', async () => {
    const index = createPathIndex({
      dirs: () => [folder.at('proj'), folder.at('other')],
      ignoreOptions: DEFAULT_IGNORE_OPTIONS,
      clock: systemClock,
    });
    expect(await inserts('@app.md', { index })).toEqual([`@${folder.at('other/app.md')} `]);
  });
});

describe('resources', () => {
  const resources = () => [
    { server: 'srv', uri: 'doc://plan', name: 'plan', title: 'The plan' },
    { server: 'srv', uri: 'doc://app notes', name: 'notes' },
  ];

  it('come with their title, after the files', async () => {
    expect(await complete('@app', { resources })).toEqual([
      { insert: '@src/app.ts ', label: 'src/app.ts', keepsEnd: true },
      { insert: '@srv:doc://app\\ notes ', label: 'srv:doc://app notes', detail: 'notes' },
    ]);
  });

  it('are found by their title and by the server', async () => {
    expect(await inserts('@The\\ pl', { resources })).toEqual(['@srv:doc://plan ']);
    expect(await inserts('@srv:', { resources })).toEqual(['@srv:doc://plan ', '@srv:doc://app\\ notes ']);
  });
});

it('stops when a newer question comes', async () => {
  const index = { all: () => Promise.resolve([{ path: 'a', lower: 'a' }]), inFolder: () => Promise.resolve([]) };
  const source = atSource({ index, fuzzy: true, recursive: true, resources: () => [], isKeptBack: () => false });
  const signal = AbortSignal.abort();
  expect(await source.find({ from: 0, to: 2, word: 'a' }, signal)).toEqual([]);
});
