import { symlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { plainTool } from '../../testing/plain-tool.js';
import { judgeCall } from '../judge-call.js';
import { onlyReads } from './only-reads.js';

let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder();
  await folder.write('project/a.txt', 'a');
  await folder.write('secret', 's');
  await symlink(folder.at('secret'), folder.at('project', 'link'));
});
afterAll(() => folder.remove());

const shell = plainTool({ name: 'run_shell_command', kind: 'execute' });
const reads = async (command: string, more = {}): Promise<boolean> =>
  onlyReads(await judgeCall(shell, { command, ...more }, { project: folder.at('project'), home: folder.path }));

it.each([
  'ls',
  'ls -la',
  'cat a.txt',
  'cat a.txt | head -5 | wc -l',
  "grep -rn 'a b' a.txt",
  'pwd; echo hello',
  'git status',
  'git log --oneline -5 -- a.txt',
  'git diff HEAD~1',
  'git show HEAD:a.txt 2>/dev/null',
  'du -sh .',
])('%j only reads', async (command) => {
  expect(await reads(command)).toBe(true);
});

it.each([
  'touch x',
  'cat a.txt > b',
  'cat $(touch x)',
  'cat ../secret',
  'cat sub/../../secret',
  'cat ~/x',
  'cat /etc/passwd',
  'cat link',
  'cat *',
  'grep --file=../secret a.txt',
  'grep -f link a.txt',
  'tail -f a.txt',
  'git push',
  'git',
  'git -c core.pager=x log',
  'git -C .. log',
  'git log --output=x',
  'git log --outp=x',
  'git diff --ext-diff',
  'git diff --textconv',
  'git diff --no-index a.txt /etc/passwd',
  'git show --show-signature',
  'git branch -D x',
  'find . -delete',
  'sort -o x a.txt',
  'sed -n 1p a.txt',
  'env ls',
  'ls && rm a.txt',
  'ls "',
  'file -C -m x',
])('%j may do more', async (command) => {
  expect(await reads(command)).toBe(false);
});

it('does not vouch for what goes on in the background', async () => {
  expect(await reads('ls', { is_background: true })).toBe(false);
});
