import { cell } from '../render/cell.js';
import { SHORTCUTS } from '../input/key-bindings.js';
import type { UiCommand } from './ui-command.js';

export const help: UiCommand = {
  name: 'help',
  aliases: ['?'],
  description: 'Commands and keys',
  usage: '',
  anytime: true,
  run: (_args, { print, listed }) => {
    const commands = listed().map(
      ({ name, usage, description }) => `| /${name}${usage === '' ? '' : ` ${cell(usage)}`} | ${cell(description)} |`,
    );
    print({
      kind: 'report',
      text: ['**Commands**', '', '| | |', '|---|---|', ...commands, '', ...shortcutTable()].join('\n'),
    });
  },
};

/** The keys as a table of markdown. */
export const shortcutTable = (): string[] => [
  '**Keys**',
  '',
  '| | |',
  '|---|---|',
  ...SHORTCUTS.map(([keys, does]) => `| ${cell(keys)} | ${cell(does)} |`),
];
