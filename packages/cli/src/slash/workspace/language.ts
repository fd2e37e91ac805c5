/** /language: the language that the model answers in, kept in `output-language.md` of the user's folder. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { answer, refused, type SlashCommand } from '../types.js';
import type { WorkspacePorts } from './workspace-ports.js';

export const languageCommand = ({ loaded }: WorkspacePorts): SlashCommand => ({
  name: 'language',
  aliases: [],
  description: 'The language that the model answers in, from the next start',
  source: 'built-in',
  usage: '[output LANGUAGE|output auto]',
  run: async (args) => {
    const file = join(loaded.paths.userDir, 'output-language.md');
    if (args === '') {
      const text = (await readFile(file, 'utf8').catch(() => '')).trim();
      return answer(text === '' ? 'No language is set: the model answers in yours.' : text);
    }
    const language = /^output\s+(\S[^\n]{0,60})$/.exec(args)?.[1]?.trim();
    if (language === undefined) return refused('Give output and a language; qwen itself speaks English alone.');
    if (language === 'auto') {
      await rm(file, { force: true });
      return answer('From the next start on the model answers in your language.');
    }
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, `Always answer in ${language}.\n`, { mode: 0o600 });
    return answer(`From the next start on the model answers in ${language} (${file}).`);
  },
});
