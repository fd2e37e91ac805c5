/** What may follow the name of a slash command: the values it knows, or a line that says what it takes. */
import type { Completion, CompletionSource } from './source.js';

export interface CompletableCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly usage: string;
  /** What may stand at the end of what follows the name. Missing: nothing is known. */
  complete?(args: string): readonly string[];
}

const TYPED = /^\/([\w?:.-]+) +(.*)$/s;
const MOST = 50;

export function slashArgumentSource(commands: () => readonly CompletableCommand[]): CompletionSource {
  return {
    name: 'arguments',
    query: (text, cursor) => {
      const args = cursor === text.length ? TYPED.exec(text)?.[2] : undefined;
      // A reference in the arguments is completed as everywhere.
      if (args === undefined || args.includes('\n') || /(?:^|\s)@\S*$/.test(args)) return undefined;
      const word = /\S*$/.exec(args)?.[0] ?? '';
      return { from: cursor - word.length, to: cursor, word: text, optional: true };
    },
    find: ({ word: text, from }) => Promise.resolve(matching(text, from, commands())),
    help: ({ word: text }) => {
      const command = commandOf(text, commands());
      return command === undefined || command.usage === ''
        ? undefined
        : `/${command.name} ${command.usage}  ${command.description}`;
    },
  };
}

function commandOf(text: string, commands: readonly CompletableCommand[]): CompletableCommand | undefined {
  const name = TYPED.exec(text)?.[1] ?? '';
  return commands.find((each) => each.name === name) ?? commands.find(({ aliases }) => aliases.includes(name));
}

function matching(text: string, from: number, commands: readonly CompletableCommand[]): readonly Completion[] {
  const command = commandOf(text, commands);
  if (command === undefined) return [];
  const word = text.slice(from).toLowerCase();
  const known = command.complete?.(TYPED.exec(text)?.[2] ?? '') ?? choicesOf(command.usage);
  return known
    .filter((value) => value.toLowerCase().includes(word))
    .slice(0, MOST)
    .map((value) => ({ insert: value, label: value }));
}

/** `[a|b]` lists what there is; other usages name kinds of things. */
const choicesOf = (usage: string): readonly string[] =>
  /^\[?[\w-]+(?:\|[\w-]+)+\]?$/.test(usage) ? usage.replace(/[[\]]/g, '').split('|') : [];
