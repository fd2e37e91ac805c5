/**
 * /diff: what is changed in the work tree and not committed. A repository's configuration can name programs for git to run:
 * none of them is run, and nothing at all in a folder that is not trusted.
 */
import { execFile } from 'node:child_process';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { CommandPorts } from '../ports.js';
import { answer, refused, type SlashCommand } from '../types.js';

const GIT = ['-c', 'core.fsmonitor=false', '-c', 'core.pager=cat', '-c', 'diff.external=', '--no-optional-locks'];
const DIFF = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', 'HEAD'];
const UNTRACKED = ['ls-files', '--others', '--exclude-standard', '-z'];
const MAX_BYTES = 8 * 1024 * 1024;

export const diffCommand = ({ cwd, trusted }: CommandPorts): SlashCommand => ({
  name: 'diff',
  aliases: [],
  description: 'What is changed and not committed',
  source: 'built-in',
  usage: '',
  run: async (_args, signal) => {
    if (!trusted) return refused('/diff runs git, which is not done in a folder that is not trusted.');
    const { changed, untracked } = await gitChanges(cwd, signal);
    const parts = [
      ...(changed === '' ? [] : [changed]),
      ...(untracked.length === 0 ? [] : [['New files that git does not follow:', ...untracked].join('\n')]),
    ];
    return answer(parts.length === 0 ? 'Nothing is changed.' : parts.join('\n\n'));
  },
});

export interface GitChanges {
  /** As git prints it; empty: nothing. */
  readonly changed: string;
  /** Files that git neither follows nor ignores, relative to the folder. */
  readonly untracked: readonly string[];
}

/** Throws QwenError('io') where there is no repository with a commit. Only for a folder that is trusted. */
export async function gitChanges(cwd: string, signal: AbortSignal): Promise<GitChanges> {
  const git = (args: readonly string[]): Promise<string> => runGit(args, cwd, signal);
  const [changed, untracked] = await Promise.all([git(DIFF), git(UNTRACKED)]);
  return { changed: changed.trimEnd(), untracked: untracked.split('\0').filter(Boolean) };
}

function runGit(args: readonly string[], cwd: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('git', [...GIT, ...args], { cwd, signal, maxBuffer: MAX_BYTES }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new QwenError('io', 'There is no diff: this is no git repository with a commit, or git is missing.', error),
        );
    });
  });
}
