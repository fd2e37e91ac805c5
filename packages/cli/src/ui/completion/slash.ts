/** Names of slash commands, at the start of the text. */
import type { CommandInfo } from '../../slash/types.js';
import type { Completion, CompletionSource } from './source.js';

const MAX = 50;

export function slashSource(
  commands: () => readonly Pick<CommandInfo, 'name' | 'aliases' | 'description'>[],
): CompletionSource {
  return {
    name: 'commands',
    query: (text, cursor) => {
      const word = /^\/([\w?:.-]*)$/.exec(text.slice(0, cursor))?.[1];
      return word === undefined ? undefined : { from: 0, to: cursor, word };
    },
    find: ({ word }) => Promise.resolve(matching(commands(), word)),
  };
}

/** Names that begin with the word, then those that hold it. */
function matching(
  commands: Parameters<typeof slashSource>[0] extends () => infer List ? List : never,
  word: string,
): Completion[] {
  const wanted = word.toLowerCase();
  const ranked = commands.flatMap((command) => {
    const names = [command.name, ...command.aliases].map((name) => name.toLowerCase());
    const rank = names.some((name) => name.startsWith(wanted))
      ? 0
      : names.some((name) => name.includes(wanted))
        ? 1
        : 2;
    return rank === 2 ? [] : [{ command, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.command.name.localeCompare(b.command.name))
    .slice(0, MAX)
    .map(({ command }) => ({ insert: `/${command.name} `, label: `/${command.name}`, detail: command.description }));
}
