/** /remember: one more line in the instruction file of the project, or of the user. Changes nothing else of it. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { createWorkspace } from '@qwen-code/qwen-code-core/tools/files/workspace.js';
import { writeChecked } from '@qwen-code/qwen-code-core/tools/files/write-checked.js';
import { answer, refused, type SlashCommand } from '../types.js';
import type { WorkspacePorts } from './workspace-ports.js';

const USER = '--user';

export const rememberCommand = ({ place, loaded }: WorkspacePorts): SlashCommand => ({
  name: 'remember',
  aliases: [],
  description: "Add a line to the project's QWEN.md, or to yours with --user",
  source: 'built-in',
  usage: '[--user] TEXT',
  run: async (args) => {
    const words = args.split(/\s+/).filter(Boolean);
    const isOwn = words[0] === USER;
    const text = words.slice(isOwn ? 1 : 0).join(' ');
    if (text === '') return refused('Say what to remember.');
    if (!isOwn && !loaded.workspaceTrusted) {
      return refused(`This folder is not trusted, so its QWEN.md is not read; ${USER} writes into yours.`);
    }
    const file = await addLine(isOwn ? loaded.paths.userDir : place.cwd, text);
    return answer(`Added to ${file}. It counts from the next start.`);
  },
  complete: (args) => (args === '' || USER.startsWith(args) ? [USER] : []),
});

/** Within the folder, symbolic links resolved, as the file tools write. */
async function addLine(folder: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const workspace = createWorkspace({ cwd: folder });
  const path = join(folder, 'QWEN.md');
  const checked = await workspace.check(path, 'write');
  if (checked.kind === 'refused') throw new QwenError('io', checked.shown);
  const before = checked.exists ? await readFile(checked.real, 'utf8') : '';
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  await writeChecked(workspace, checked, Buffer.from(`${start}- ${text}\n`));
  return path;
}
