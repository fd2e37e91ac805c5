/** /init: has the model write a QWEN.md for the project. Never touches one that is there. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandPorts } from '../ports.js';
import { answer, prompt, type SlashCommand } from '../types.js';

export const initCommand = ({ cwd }: CommandPorts): SlashCommand => ({
  name: 'init',
  aliases: [],
  description: 'Have the model look at the project and write a QWEN.md',
  source: 'built-in',
  usage: '',
  run: async () => {
    const file = join(cwd, 'QWEN.md');
    const size = (await stat(file).catch(() => undefined))?.size ?? 0;
    return size > 0 ? answer('There is a QWEN.md already; it was not touched.') : prompt(request(file));
  },
});

const request = (
  file: string,
): string => `Look at this project and write ${file}: what an engineer who is new here needs before the first change.

First list the top folder, then read the README, the manifests and build files, and up to ten more files that show how the code is made.
Then write, in at most 80 lines of Markdown:
- what the project is and for whom,
- how it is laid out,
- the commands to install, build, run, test and lint, as the files say them,
- the conventions that the code really follows,
- what is easily got wrong.
Write only what you saw. Where something is not clear, leave it out.`;
