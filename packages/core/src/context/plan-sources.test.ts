import { expect, it } from 'vitest';
import { planSources, type SourceFacts } from './plan-sources.js';

const BASE: SourceFacts = {
  names: ['QWEN.md'],
  userDir: '/home/u/.qwen',
  homeDir: '/home/u',
  cwd: '/home/u/work/proj/pkg',
  gitRoot: '/home/u/work/proj',
  includeDirectories: [],
  trusted: true,
};
const GLOBAL = { path: '/home/u/.qwen/QWEN.md', boundary: '/home/u' };
const proj = (path: string) => ({ path, boundary: '/home/u/work/proj' });
const LOCAL = proj('/home/u/work/proj/.qwen/QWEN.local.md');

it.each<[string, Partial<SourceFacts>, ReturnType<typeof planSources>]>([
  [
    'from the root of the repository down, and nothing above it',
    {},
    [GLOBAL, proj('/home/u/work/proj/QWEN.md'), proj('/home/u/work/proj/pkg/QWEN.md'), LOCAL],
  ],
  [
    'name by name',
    { names: ['A.md', 'B.md'], cwd: '/home/u/work/proj' },
    [
      { path: '/home/u/.qwen/A.md', boundary: '/home/u' },
      proj('/home/u/work/proj/A.md'),
      { path: '/home/u/.qwen/B.md', boundary: '/home/u' },
      proj('/home/u/work/proj/B.md'),
      LOCAL,
    ],
  ],
  [
    'without a repository from the home directory down, each in its own folder',
    { gitRoot: undefined, cwd: '/home/u/work' },
    [
      GLOBAL,
      { path: '/home/u/QWEN.md', boundary: '/home/u' },
      { path: '/home/u/work/QWEN.md', boundary: '/home/u/work' },
    ],
  ],
  [
    'outside both the working directory alone',
    { gitRoot: undefined, cwd: '/srv/x/y' },
    [GLOBAL, { path: '/srv/x/y/QWEN.md', boundary: '/srv/x/y' }],
  ],
  ["untrusted: the user's own alone", { trusted: false, includeDirectories: ['/lib'] }, [GLOBAL]],
  [
    'included directories after the working directory',
    { cwd: '/home/u/work/proj', includeDirectories: ['/lib'] },
    [GLOBAL, proj('/home/u/work/proj/QWEN.md'), { path: '/lib/QWEN.md', boundary: '/lib' }, LOCAL],
  ],
  [
    'no name that leads elsewhere',
    { names: ['../x.md', '/etc/passwd', '', 'C:\\x'], cwd: '/home/u/work/proj' },
    [LOCAL],
  ],
  [
    'nothing of the user that is no prose',
    { names: ['settings.json', 'NOTES.txt'], trusted: false },
    [{ path: '/home/u/.qwen/NOTES.txt', boundary: '/home/u' }],
  ],
  [
    'a user folder outside the home directory is its own boundary',
    { userDir: '/opt/qwen', trusted: false },
    [{ path: '/opt/qwen/QWEN.md', boundary: '/opt/qwen' }],
  ],
])('%s', (_name, change, expected) => {
  expect(planSources({ ...BASE, ...change })).toEqual(expected);
});
