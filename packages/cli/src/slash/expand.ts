/**
 * What a message of the user turns out to be: a command, or text for the model with what it refers to. A `/word` that is
 * no command is text.
 */
import type { UserInput } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { notPartOf } from './not-part-of.js';
import { TERMINAL_ONLY } from './terminal-only.js';
import { refused, type Expansion, type SlashCommand } from './types.js';

export interface ExpandPorts {
  readonly commands: readonly SlashCommand[];
  /** Names that are switched off: they do not go to the model as words. */
  readonly disabled: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** The words with the content of what they refer to. Throws QwenError with one sentence. */
  references(text: string): Promise<UserInput>;
}

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
export async function expand(
  text: string,
  { commands, disabled, signal, references }: ExpandPorts,
): Promise<Expansion> {
  const typed = typedCommand(text);
  const command = typed === undefined ? undefined : findCommand(commands, typed.name);
  try {
    if (typed !== undefined && command !== undefined) return await command.run(typed.args, signal);
    if (typed !== undefined && disabled.has(typed.name)) {
      return refused(`/${typed.name} is switched off (slashCommands.disabled).`);
    }
    if (typed !== undefined && TERMINAL_ONLY.has(typed.name)) {
      return refused(`/${typed.name} is not supported in this mode.`);
    }
    const missing = typed === undefined ? undefined : notPartOf(typed.name);
    if (missing !== undefined) return refused(missing);
    return { kind: 'prompt', input: await references(text) };
  } catch (error) {
    return refused(shownText(error));
  }
}
