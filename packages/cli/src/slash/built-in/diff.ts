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
const MAX_BYTES = 8 * 1024 * 1024;

export const diffCommand = ({ cwd, trusted }: CommandPorts): SlashCommand => ({
  name: 'diff',
  aliases: [],
  description: 'What is changed and not committed',
  source: 'built-in',
  usage: '',
  run: async (_args, signal) => {
    if (!trusted) return refused('/diff runs git, which is not done in a folder that is not trusted.');
    const text = await gitDiff(cwd, signal);
    return answer(text === '' ? 'Nothing is changed.' : text);
  },
});

function gitDiff(cwd: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('git', [...GIT, ...DIFF], { cwd, signal, maxBuffer: MAX_BYTES }, (error, stdout) => {
      if (error === null) resolve(stdout.trimEnd());
      else
        reject(
          new QwenError('io', 'There is no diff: this is no git repository with a commit, or git is missing.', error),
        );
    });
  });
}
