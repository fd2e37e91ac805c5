/**
 * Parses the arguments of one command of `qwen mcp` or another group. Every value stays text: a word like 8080 or 0x10 reaches the server as it
 * was typed. Never ends the process and never prints.
 */
import type { Options } from 'yargs';

export interface CommandSpec {
  /** The word before the command. Default `mcp`. */
  readonly group?: string;
  /** What follows the group, such as `remove [options] <name>`. */
  readonly usage: string;
  readonly about: string;
  readonly options: Readonly<Record<string, Options>>;
  /** Unknown options are words for the server instead of errors. */
  readonly passThrough?: boolean;
}

export type ParsedCommand =
  | { readonly kind: 'help'; readonly help: string }
  | { readonly kind: 'usage-error'; readonly help: string; readonly shown: string }
  | { readonly kind: 'parsed'; readonly help: string; readonly words: readonly string[]; readonly values: Values };

/** By long option name; given twice, a single option counts as the last one. */
export interface Values {
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  flag(name: string): boolean | undefined;
}

export async function parseCommand(argv: readonly string[], spec: CommandSpec): Promise<ParsedCommand> {
  const { default: yargs } = await import('yargs');
  const faults: string[] = [];
  const parser = yargs()
    .scriptName('qwen')
    .usage(`Usage: qwen ${spec.group ?? 'mcp'} ${spec.usage}\n\n${spec.about}`)
    .parserConfiguration({
      'unknown-options-as-args': true,
      'populate--': true,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
    })
    .options(spec.options)
    .help(false)
    .version(false)
    .option('help', { alias: 'h', type: 'boolean', describe: 'Show this help' })
    .wrap(80)
    .exitProcess(false)
    .fail((message) => void faults.push(message));
  const parsed = (await parser.parseAsync([...argv])) as Record<string, unknown>;
  const help = await parser.getHelp();
  if (parsed['help'] === true) return { kind: 'help', help };
  const before = parsed['_'] as string[];
  const words = [...before, ...((parsed['--'] as string[] | undefined) ?? [])].map(String);
  const unknown = spec.passThrough === true ? before.slice(0, 1) : before;
  const option = unknown.find((word) => /^-./.test(word));
  const shown =
    faults[0]?.split('\n')[0] ?? (option === undefined ? undefined : `Unknown option: ${option.split('=', 1)[0]}`);
  return shown === undefined
    ? { kind: 'parsed', help, words, values: valuesOf(parsed) }
    : { kind: 'usage-error', help, shown };
}

function valuesOf(parsed: Record<string, unknown>): Values {
  const all = (name: string): unknown[] => [parsed[name]].flat().filter((value) => value !== undefined);
  return {
    text: (name) => all(name).map(String).at(-1),
    texts: (name) => all(name).map(String),
    flag: (name) => all(name).at(-1) as boolean | undefined,
  };
}
