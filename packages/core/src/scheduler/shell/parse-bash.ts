/**
 * Reads a bash command line with a real parser. Never runs or expands anything.
 * Loaded only when a shell call has to be judged: the parser is a chunk of its own. See docs/design/permissions.md.
 */
import {
  forEachChild,
  parse,
  type Command,
  type ParsedScript,
  type Redirection as Redirect,
  type SyntaxNode,
} from 'unbash';
import { carriedCalls, feedsAShell, isTooLong } from './carried-calls.js';
import { fixedWord, programName, type ProgramCall, type Redirection, type ShellUse } from './shell-use.js';
import { isPlainProgram, isPlainWord, toWords } from './to-word.js';

/** More than a person would read; such a line is not worth understanding. */
const MAX_CHARS = 100_000;
const MAX_CALLS = 5_000;
const MAX_DEPTH = 4;
/** Controls and blanks other than line end, tab and space, and lines that go on: it is not what a reader sees. */
const MISLEADING = /[^\P{C}\n\t]|[^\P{Z} ]|\\\n/u;
/** Builtins that change what the words after them mean. */
const CHANGE_THE_SHELL = new Set(
  'alias unalias eval source . hash enable trap shopt set unset export declare typeset readonly local exec'.split(' '),
);

export function parseBash(command: string): ShellUse {
  if (command.length > MAX_CHARS) return { plain: undefined, calls: [], redirections: [], unclear: true };
  const found = read(command, 0);
  const unclear = found.unclear || found.calls.length > MAX_CALLS;
  return { ...found, unclear, plain: unclear || MISLEADING.test(command) ? undefined : found.plain };
}

interface Found extends ShellUse {
  readonly calls: ProgramCall[];
}

function read(source: string, depth: number): Found {
  const script = parse(source);
  const calls: ProgramCall[] = [];
  const redirections: Redirection[] = [];
  /** Texts that a shell in this line may be fed with. */
  const fed: string[] = [];
  let unclear = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Script' && 'errors' in node && (node.errors ?? []).length > 0) unclear = true;
    if (node.type === 'Command' && node.name !== undefined) {
      calls.push({ words: [node.name, ...node.args].flatMap(toWords) });
    }
    if (node.type === 'Redirect') redirections.push(...redirection(node));
    if (node.type === 'HereDocBody') fed.push(node.text);
    if (node.type === 'HereString' && node.target !== undefined) fed.push(node.target.value);
    if (calls.length <= MAX_CALLS) forEachChild(node, visit);
  };
  visit(script);
  const carried = calls.flatMap(carriedCalls);
  const texts = [...calls, ...carried].some(feedsAShell) ? [...calls.flatMap(wordTexts), ...fed] : carriedTexts(calls);
  const nested = depth < MAX_DEPTH ? [...new Set(texts)].map((text) => read(text, depth + 1)) : [];
  return {
    plain: plainCalls(script),
    calls: [...calls, ...carried, ...nested.flatMap((inner) => inner.calls)].slice(0, MAX_CALLS + 1),
    redirections: [...redirections, ...nested.flatMap((inner) => inner.redirections)],
    unclear: unclear || calls.some(isTooLong),
  };
}

/** Argument texts that may be command lines of their own. A lone expansion is none: it is a word of its call. */
const carriedTexts = (calls: readonly ProgramCall[]): string[] =>
  calls
    .filter((call) => carriedCalls(call).length > 0)
    .map(({ words }) => ({ words: words.filter(({ open, value }, at) => at === 0 || !open || /\s/.test(value)) }))
    .flatMap(wordTexts);

/** With the value of `name=value` by itself. */
const wordTexts = ({ words }: ProgramCall): string[] =>
  words.slice(1).flatMap(({ value }) => [value, value.replace(/^[^=]*=/, '')]);

function redirection(node: Extract<Redirect, { type: 'Redirect' }>): Redirection[] {
  const { operator } = node;
  if (node.target === undefined) return [];
  const target = toWords(node.target)[0] ?? fixedWord('');
  if ((operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target.value)) return [];
  if (operator === '<>')
    return [
      { access: 'read', target },
      { access: 'write', target },
    ];
  return [{ access: operator === '<' || operator === '<&' ? 'read' : 'write', target }];
}

function plainCalls(script: ParsedScript): readonly ProgramCall[] | undefined {
  const commands = script.commands.flatMap(({ command }) => {
    const joined = command.type === 'AndOr' ? command.commands : [command];
    return joined.flatMap((node) => (node.type === 'Pipeline' ? node.commands : [node]));
  });
  const calls = commands.map((node) => (node.type === 'Command' ? plainCall(node) : undefined));
  const sure = calls.filter((call) => call !== undefined);
  if (sure.length === 0 || sure.length < calls.length) return undefined;
  const changed = sure.length > 1 && sure.some((call) => CHANGE_THE_SHELL.has(programName(call) ?? ''));
  return changed ? undefined : sure;
}

function plainCall({ name, prefix, args, redirects }: Command): ProgramCall | undefined {
  const isPlain =
    name !== undefined &&
    isPlainProgram(name) &&
    prefix.length === 0 &&
    args.every(isPlainWord) &&
    redirects.every(leadsNowhere);
  return isPlain ? { words: [name, ...args].flatMap(toWords) } : undefined;
}

/** `2>&1`, `>/dev/null`: no file is written or read. */
function leadsNowhere(redirect: Redirect): boolean {
  if (redirect.type !== 'Redirect' || redirect.descriptor?.type === 'FileDescriptorVariable') return false;
  if (redirect.target === undefined || !isPlainWord(redirect.target)) return false;
  return redirection(redirect).every(({ target }) => target.value === '/dev/null' && !target.open);
}
