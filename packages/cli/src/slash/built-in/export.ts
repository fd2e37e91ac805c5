/** /export: the conversation as a file of the working directory. Never overwrites one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { CommandPorts } from '../ports.js';
import { answer, refused, type SlashCommand } from '../types.js';
import { EXPORT_FORMATS, isExportFormat } from './export-formats.js';

const NAMES = Object.keys(EXPORT_FORMATS);

export const exportCommand = ({ history, session, clock, cwd }: CommandPorts): SlashCommand => ({
  name: 'export',
  aliases: [],
  description: 'Write the conversation to a file of this folder',
  source: 'built-in',
  usage: NAMES.join('|'),
  run: async (args) => {
    const format = args === '' ? 'md' : args;
    if (!isExportFormat(format)) return refused(`Give one of ${NAMES.join(', ')}.`);
    if (history().length === 0) return refused('There is nothing to export yet.');
    const { sessionId, model } = session();
    const at = new Date(clock.now()).toISOString();
    const text = EXPORT_FORMATS[format]({ sessionId, model, at, history: history() });
    const path = join(cwd, `qwen-export-${at.replaceAll(/[:.]/g, '-')}.${format}`);
    await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw new QwenError('io', `${path} can't be written.`, error);
    });
    return answer(`Written to ${path}.`);
  },
  complete: () => NAMES,
});
