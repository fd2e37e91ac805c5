/** /summary: a summary of the conversation as a file of the project, for whoever goes on with the work. */
import { join } from 'node:path';
import { openOutcomes, openOutcomesText } from '@qwen-code/qwen-code-core/agent/compaction/open-outcomes.js';
import { summarize } from '@qwen-code/qwen-code-core/agent/compaction/summarize.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { createWorkspace } from '@qwen-code/qwen-code-core/tools/files/workspace.js';
import { writeChecked } from '@qwen-code/qwen-code-core/tools/files/write-checked.js';
import type { CommandPorts } from '../ports.js';
import { answer, refused, type SlashCommand } from '../types.js';

/** What of the conversation is shown to the model that writes it. */
const ASKED_SHARE = 1.8;

export const summaryCommand = (ports: CommandPorts): SlashCommand => ({
  name: 'summary',
  aliases: [],
  description: 'Write a summary of the conversation to .qwen/PROJECT_SUMMARY.md',
  source: 'built-in',
  usage: '',
  run: async (_args, signal) => {
    const messages = ports.history();
    if (messages.length === 0) return refused('There is nothing to sum up yet.');
    const maxChars = Math.floor(ports.contextWindow() * ASKED_SHARE);
    const summary = await summarize({ model: ports.summaryModel(), messages, maxChars, signal });
    const open = openOutcomesText(openOutcomes(messages));
    const date = new Date(ports.clock.now()).toISOString();
    const text = [`# Summary of ${date}`, summary, ...(open === '' ? [] : [open])].join('\n\n');
    return answer(`Written to ${await write(ports.cwd, `${text}\n`)}.`);
  },
});

/** Within the folder, symbolic links resolved, as the file tools write. */
async function write(cwd: string, text: string): Promise<string> {
  const workspace = createWorkspace({ cwd });
  const path = join(cwd, '.qwen', 'PROJECT_SUMMARY.md');
  const checked = await workspace.check(path, 'write');
  if (checked.kind === 'refused') throw new QwenError('io', checked.shown);
  await writeChecked(workspace, checked, Buffer.from(text));
  return path;
}
