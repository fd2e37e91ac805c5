/** /directory: the folders that the file tools may work in, and one more for this process. */
import { answer, refused, type SlashCommand } from '../types.js';
import type { WorkspacePorts } from './workspace-ports.js';

export const directoryCommand = ({ directories, addDirectory }: WorkspacePorts): SlashCommand => ({
  name: 'directory',
  aliases: ['dir'],
  description: 'The folders of the workspace; add one for this session',
  source: 'built-in',
  usage: '[show|add PATH]',
  run: (args) => {
    const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
    if (word === '' || word === 'show') return Promise.resolve(answer(directories().join('\n')));
    if (word !== 'add' || rest === '') return Promise.resolve(refused('Give show, or add and a folder.'));
    const added = rest.split(',').map((path) => addDirectory(path.trim()));
    return Promise.resolve(answer(`Added for this session: ${added.join(', ')}`));
  },
  complete: () => ['show', 'add'],
});
