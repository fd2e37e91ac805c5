/** Prompts of MCP servers as commands: `/name --arg="v"`, or the values in order, or `/name help`. */
import { answer, prompt, refused, type Expansion, type SlashCommand } from './types.js';

export interface OfferedPrompt {
  readonly server: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments?: readonly PromptArgument[] | undefined;
}

interface PromptArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

export interface PromptPorts {
  prompts(): readonly OfferedPrompt[];
  /** All that the prompt says. Throws QwenError with one sentence. */
  getPrompt(server: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
}

export const mcpPromptCommands = ({ prompts, getPrompt }: PromptPorts): readonly SlashCommand[] =>
  prompts().map((offered) => ({
    name: offered.name,
    aliases: [`${offered.server}:${offered.name}`],
    description: offered.description ?? `Prompt of the MCP server ${offered.server}`,
    source: 'mcp',
    usage: (offered.arguments ?? []).map(usageOf).join(' '),
    complete: (args) =>
      ['help', ...(offered.arguments ?? []).map(({ name }) => `--${name}=`)].filter((each) => !args.includes(each)),
    run: async (args, signal) => {
      if (args === 'help') return answer(helpText(offered));
      const read = readArguments(args, offered);
      return read.kind === 'refused' ? read : prompt(await getPrompt(offered.server, offered.name, read.args, signal));
    },
  }));

type ReadArguments =
  { readonly kind: 'ok'; readonly args: Readonly<Record<string, string>> } | Extract<Expansion, { kind: 'refused' }>;

const WORD = /--([\w.-]+)=("(?:\\.|[^"\\])*"|'[^']*'|\S*)|("(?:\\.|[^"\\])*"|'[^']*'|\S+)/g;

/** Named values first; the others fill what is left, in order, and the last one takes all that remains. */
export function readArguments(
  text: string,
  { name, arguments: known = [] }: Pick<OfferedPrompt, 'name' | 'arguments'>,
): ReadArguments {
  const named = new Map<string, string>();
  const inOrder: string[] = [];
  for (const [, key, value = '', word = ''] of text.matchAll(WORD)) {
    if (key === undefined) inOrder.push(unquoted(word));
    else if (known.some((argument) => argument.name === key)) named.set(key, unquoted(value));
    else return refused(`/${name} has no argument "${key}"; /${name} help lists them.`);
  }
  const left = known.filter((argument) => !named.has(argument.name));
  if (inOrder.length > 0 && left.length === 0)
    return refused(`/${name} takes no further value; /${name} help lists them.`);
  const values =
    inOrder.length > left.length
      ? [...inOrder.slice(0, left.length - 1), inOrder.slice(left.length - 1).join(' ')]
      : inOrder;
  values.forEach((value, place) => named.set(left[place]?.name ?? '', value));
  const missing = known.filter((argument) => argument.required === true && !named.has(argument.name));
  if (missing.length === 0) return { kind: 'ok', args: Object.fromEntries(named) };
  return refused(
    `/${name} needs ${missing.map((argument) => `--${argument.name}`).join(', ')}; /${name} help says more.`,
  );
}

const unquoted = (word: string): string => {
  if (word.length >= 2 && word.startsWith('"') && word.endsWith('"'))
    return word.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
  return word.length >= 2 && word.startsWith("'") && word.endsWith("'") ? word.slice(1, -1) : word;
};

const usageOf = ({ name, required }: PromptArgument): string =>
  required === true ? `--${name}="…"` : `[--${name}="…"]`;

function helpText({ server, name, description, arguments: known = [] }: OfferedPrompt): string {
  const lines = known.map((argument) =>
    `  --${argument.name}${argument.required === true ? ' (needed)' : ''}  ${argument.description ?? ''}`.trimEnd(),
  );
  const head = `/${name}: ${description ?? 'no description'} (MCP server ${server})`;
  return [head, ...(lines.length === 0 ? ['It takes no arguments.'] : lines)].join('\n');
}
