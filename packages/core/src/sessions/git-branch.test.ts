import { afterAll, expect, it } from 'vitest';
import { createTempFolder } from '../testing/temp-folder.js';
import { gitBranch } from './git-branch.js';

const folder = await createTempFolder();
afterAll(() => folder.remove());

await folder.write('repo/.git/HEAD', 'ref: refs/heads/feature/one\n');
await folder.write('repo/deep/down/file', '');
await folder.write('detached/.git/HEAD', '0123456789abcdef0123456789abcdef01234567\n');
await folder.write('main/.git/worktrees/w/HEAD', 'ref: refs/heads/side\n');
await folder.write('worktree/.git', `gitdir: ${folder.at('main/.git/worktrees/w')}\n`);
await folder.write('submodule/.git', 'gitdir: ../main/.git/worktrees/w\n');
await folder.write('broken/.git', 'nothing of use');
await folder.write('empty/.git/config', '');
await folder.write('bare/file', '');

it.each([
  ['repo', 'feature/one'],
  ['repo/deep/down', 'feature/one'],
  ['detached', 'HEAD'],
  ['worktree', 'side'],
  ['submodule', 'side'],
  ['broken', undefined],
  ['empty', undefined],
  ['bare', undefined],
])('%s: %s', (cwd, branch) => {
  expect(gitBranch(folder.at(cwd))).toBe(branch);
});
