/**
 * What a message of the user turns out to be: a command, or text for the model. A `/word` that is no command is text.
 */
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { TERMINAL_ONLY } from './terminal-only.js';
import { prompt, refused, type Expansion, type SlashCommand } from './types.js';

export interface Typed {
  readonly name: string;
  /** What follows, trimmed. */
  readonly args: string;
}

/** The command that a message calls by its form; whether there is one of that name is another question. */
export function typedCommand(text: string): Typed | undefined {
  const found = /^\s*\/([a-z?][\w:.-]*)(?=\s|$)([\s\S]*)$/i.exec(text);
  return found === null ? undefined : { name: found[1] ?? '', args: (found[2] ?? '').trim() };
}

export const findCommand = (commands: readonly SlashCommand[], name: string): SlashCommand | undefined =>
  commands.find((command) => command.name === name) ?? commands.find(({ aliases }) => aliases.includes(name));

/** Never rejects. */
export async function expand(text: string, commands: readonly SlashCommand[], signal: AbortSignal): Promise<Expansion> {
  const typed = typedCommand(text);
  if (typed === undefined) return prompt(text);
  const command = findCommand(commands, typed.name);
  if (command === undefined) {
    return TERMINAL_ONLY.has(typed.name) ? refused(`/${typed.name} is not supported in this mode.`) : prompt(text);
  }
  try {
    return await command.run(typed.args, signal);
  } catch (error) {
    return refused(shownText(error));
  }
}
