/**
 * Holds a program call against a rule's spec: `git status`, `git *`, `npm run test:*`. Pure, word by word, and unequal on
 * purpose: allowing is strict, denying and asking are generous.
 *
 * Whole words: `ls` begins `ls -a`, not `lsof`. A `*` alone stands for any words, a `*` in a word for any characters of it.
 */
import { programName, type ProgramCall, type ShellWord } from './shell-use.js';

/** Whether the spec speaks of this plain call. */
export function allowsCall(spec: string, { words }: ProgramCall): boolean {
  return begins(
    specWords(spec),
    words,
    (pattern, { value }) => matcher(pattern).test(value) && !climbs(pattern, value),
  );
}

/** Whether this call is, or may turn out to be, what the spec names. */
export function mayBeCall(spec: string, call: ProgramCall): boolean {
  const [program, ...rest] = specWords(spec);
  const [first, ...others] = call.words;
  if (program === undefined || first === undefined) return true;
  const name = programName(call);
  return mayBeProgram(program, first, name) && (name === undefined || mayFollow(rest, others));
}

/** The words of a spec; quotes hold a word together, and a final `:*` is a final ` *`. */
export function specWords(spec: string): string[] {
  const words = spec.trim().match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  return words
    .flatMap((word, at) => (at === words.length - 1 && word.endsWith(':*') ? [word.slice(0, -2), '*'] : [word]))
    .map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

function begins(
  spec: readonly string[],
  words: readonly ShellWord[],
  fits: (pattern: string, word: ShellWord) => boolean,
): boolean {
  const [pattern, ...rest] = spec;
  if (pattern === undefined) return true;
  if (pattern === '*') return rest.length === 0 || words.some((_, at) => begins(rest, words.slice(at), fits));
  const [word, ...others] = words;
  return word !== undefined && fits(pattern, word) && begins(rest, others, fits);
}

/** A wildcard does not stand for a way up: `rm build/*` is no `rm build/../src`. */
const climbs = (pattern: string, value: string): boolean => {
  const hasWayUp = (text: string): boolean => /(?:^|[=/\\])\.\.(?:$|[/\\])/.test(text);
  return pattern !== '*' && pattern.includes('*') && hasWayUp(value) && !hasWayUp(pattern);
};

/** Letter case says nothing about a program: there are file systems that do not tell `RM` from `rm`. */
function mayBeProgram(pattern: string, first: ShellWord, name: string | undefined): boolean {
  if (name === undefined) return mayBeWord(pattern, { ...first, head: first.head.replace(/^.*[/\\]/s, '') });
  const names = [first.value, name, name.replace(/\.(?:exe|cmd|bat|com)$/i, '')];
  return names.some((text) => matcher(pattern, 'i').test(text));
}

/** Options, and what may be the value of one, do not hide the word that counts: `git -C dir push` is a `git push`. */
function mayFollow(spec: readonly string[], words: readonly ShellWord[]): boolean {
  const [pattern, ...rest] = spec;
  if (pattern === undefined) return true;
  if (pattern === '*') return rest.length === 0 || words.some((_, at) => mayFollow(rest, words.slice(at)));
  const [word, ...others] = words;
  if (word === undefined) return false;
  if (mayBeWord(pattern, word) && (word.open || mayFollow(rest, others))) return true;
  return word.value.startsWith('-') && (mayFollow(spec, others) || mayFollow(spec, others.slice(1)));
}

function mayBeWord(pattern: string, word: ShellWord): boolean {
  if (!word.open) return matcher(pattern).test(word.value);
  const [head = ''] = pattern.split('*', 1);
  if (pattern.includes('*')) return head.startsWith(word.head) || word.head.startsWith(head);
  return pattern.startsWith(word.head) && pattern.endsWith(word.tail);
}

const matcher = (pattern: string, flags = ''): RegExp =>
  new RegExp(`^${pattern.split('*').map(escapeRegExp).join('.*')}$`, `s${flags}`);

const escapeRegExp = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
