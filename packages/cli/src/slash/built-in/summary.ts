/** /summary: a summary of the conversation as a file of the project, for whoever goes on with the work. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openOutcomes, openOutcomesText } from '@qwen-code/qwen-code-core/agent/compaction/open-outcomes.js';
import { summarize } from '@qwen-code/qwen-code-core/agent/compaction/summarize.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
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
    return answer(`Written to ${await write(join(ports.cwd, '.qwen'), `${text}\n`)}.`);
  },
});

async function write(folder: string, text: string): Promise<string> {
  const path = join(folder, 'PROJECT_SUMMARY.md');
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, text);
    return path;
  } catch (error) {
    throw new QwenError('io', `${path} can't be written.`, error);
  }
}
