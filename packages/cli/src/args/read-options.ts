/**
 * The words of the command line to named values. Strict: an unknown option, a missing value or a value outside its
 * choices is a usage error. Which options go together is decided in check-options.
 *
 * Over node:util's parseArgs, which costs no load time; its tokens are read leniently so that a prompt may begin with
 * a dash ("- fix this"), and judged here.
 */
import { parseArgs } from 'node:util';
import { OPTIONS, type Option } from './options.js';

export type Value = boolean | string | number | readonly string[];

export type ReadOptions =
  | {
      readonly kind: 'ok';
      readonly values: ReadonlyMap<string, Value>;
      /** What is not an option: the prompt. */
      readonly words: readonly string[];
      /** Where in `argv` the command word stands, when there is one; nothing after it was read. */
      readonly commandAt: number | undefined;
    }
  | { readonly kind: 'usage-error' | 'unsupported'; readonly shown: string };

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

const usage = (shown: string): ReadOptions => ({ kind: 'usage-error', shown });

const PARSER = Object.fromEntries(
  Object.entries(OPTIONS).map(([name, { type, short }]) => [
    name,
    { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
  ]),
);

/** `isCommand` says whether the first word is one of qwen's commands; what follows that word is the command's own. */
export function readOptions(argv: readonly string[], isCommand: (word: string) => boolean): ReadOptions {
  const { tokens } = parseArgs({
    args: withEmptyValues(argv),
    options: PARSER,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, Value>();
  const words: string[] = [];
  let ended = false;
  for (const token of withFlagValues(tokens)) {
    if (token.kind === 'option-terminator') ended = true;
    if (token.kind === 'positional') {
      if (!ended && words.length === 0 && isCommand(token.value)) {
        return { kind: 'ok', values, words, commandAt: token.index };
      }
      words.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const fault = readOne(token, values);
    if (fault !== undefined) return fault;
  }
  return { kind: 'ok', values, words, commandAt: undefined };
}

/** `--resume` at the end or before another option: its value is left out, not that option's name. */
function withEmptyValues(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.map((word, place) => {
    const next = argv[place + 1];
    const standsAlone = place < end && (next === undefined || next === '--' || looksLikeOption(next));
    return standsAlone && MAY_STAND_ALONE.has(word) ? `--${MAY_STAND_ALONE.get(word)}=` : word;
  });
}

/** As written, to the long name. */
const MAY_STAND_ALONE: ReadonlyMap<string, string> = new Map(
  Object.entries(OPTIONS)
    .filter(([, { optionalValue }]) => optionalValue === true)
    .flatMap(([name, { short }]) => [[`--${name}`, name] as const, [`-${short ?? ''}`, name] as const]),
);

type Tokens = readonly NonNullable<ReturnType<typeof parseArgs>['tokens']>[number][];

/** `--flag false` as well as `--flag=false`: a bare true or false right after a flag belongs to it. */
function withFlagValues(tokens: Tokens): Tokens {
  const valueAt = (place: number): string | undefined => {
    const [flag, word] = [tokens[place], tokens[place + 1]];
    if (flag?.kind !== 'option' || flag.value !== undefined || word?.kind !== 'positional') return undefined;
    const name = flag.name.replace(/^no-/, '');
    const isFlag = Object.hasOwn(OPTIONS, name) && OPTIONS[name]?.type === 'boolean';
    return isFlag && (word.value === 'true' || word.value === 'false') ? word.value : undefined;
  };
  return tokens.flatMap((token, place): Tokens => {
    if (valueAt(place - 1) !== undefined) return [];
    const value = valueAt(place);
    return [value === undefined || token.kind !== 'option' ? token : { ...token, value, inlineValue: true }];
  });
}

function readOne(token: OptionToken, values: Map<string, Value>): ReadOptions | undefined {
  const negated = token.name.startsWith('no-') && Object.hasOwn(OPTIONS, token.name.slice(3));
  const spelled = negated ? token.name.slice(3) : token.name;
  const given = Object.hasOwn(OPTIONS, spelled) ? OPTIONS[spelled] : undefined;
  if (given === undefined || (negated && given.type !== 'boolean')) return usage(`Unknown option: ${token.rawName}.`);
  const name = given.sameAs ?? spelled;
  const parsed = given.type === 'boolean' ? readFlag(token, negated) : readValue(token, given, values.get(name));
  if (given.support === 'absent' && (parsed.kind === 'fault' || parsed.value !== false)) {
    return { kind: 'unsupported', shown: `${token.rawName} is not supported by this version of qwen; leave it out.` };
  }
  if (parsed.kind === 'fault') return usage(parsed.shown);
  values.set(name, parsed.value);
  return undefined;
}

type Parsed = { readonly kind: 'value'; readonly value: Value } | { readonly kind: 'fault'; readonly shown: string };

const fault = (shown: string): Parsed => ({ kind: 'fault', shown });

function readFlag({ rawName, value }: OptionToken, negated: boolean): Parsed {
  if (value === undefined || value === 'true') return { kind: 'value', value: !negated };
  if (value === 'false') return { kind: 'value', value: negated };
  return fault(`${rawName} takes no value other than true or false.`);
}

function readValue(token: OptionToken, option: Option, before: Value | undefined): Parsed {
  const { rawName, value } = token;
  if (value === undefined || (!token.inlineValue && looksLikeOption(value))) {
    return fault(`${rawName} needs a value; one that begins with a dash is written ${longName(token)}=VALUE.`);
  }
  if (option.choices !== undefined && !option.choices.includes(value)) {
    return fault(`${rawName} must be one of: ${option.choices.join(', ')}.`);
  }
  if (option.type === 'number') {
    const number = Number(value);
    return Number.isInteger(number) && value.trim() !== ''
      ? { kind: 'value', value: number }
      : fault(`${rawName} must be a whole number.`);
  }
  if (option.type === 'list') {
    return { kind: 'value', value: [...(Array.isArray(before) ? before : []), ...splitList(value)] };
  }
  return { kind: 'value', value };
}

/** A dash and more, unless it is a number or text with a blank in it. */
function looksLikeOption(value: string): boolean {
  return /^-\S+$/.test(value) && !/^-\d/.test(value);
}

const longName = ({ rawName, name }: OptionToken): string => (rawName.startsWith('--') ? rawName : `--${name}`);

/** Commas separate, but not those inside the brackets of a rule: `run_shell_command(echo a,b)` is one entry. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth <= 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
