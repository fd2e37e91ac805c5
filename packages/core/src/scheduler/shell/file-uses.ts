/**
 * Which files the programs of a command line read and write, as far as the words tell: for rules about paths. A table of
 * programs, redirections, and where relative paths start after a `cd`. Pure. More than there are, rather than fewer, and
 * only for refusing and asking: what an unknown program does to its arguments nobody knows.
 */
import { isAbsolute, resolve } from 'node:path';
import { programName, type ProgramCall, type Redirection, type ShellUse, type ShellWord } from './shell-use.js';

export interface FileUse {
  readonly access: 'read' | 'write';
  /** Absolute. Where the word is open: of its fixed beginning, or undefined when nothing is known of it. */
  readonly path: string | undefined;
  /** Only the shell knows the rest; `tail` is how it ends. */
  readonly open?: { readonly tail: string };
  /** It reaches everything below the path. */
  readonly below: boolean;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const READERS = set(
  'cat head tail less more most bat batcat nl tac rev cut sort uniq wc paste join comm fold fmt column diff cmp sdiff od xxd ' +
    'hexdump hd strings base64 base32 md5sum sha1sum sha256sum sha512sum cksum file stat ls dir tree find fd du realpath ' +
    'grep egrep fgrep zgrep rgrep rg ag ack awk gawk mawk sed jq yq source . tar zip unzip gzip gunzip zcat bzip2 xz zstd scp ' +
    'rsync openssl gpg cp mv ln dd install split iconv vi vim nvim nano emacs view code curl wget type findstr copy move',
);
const WRITERS = set(
  'tee touch rm rmdir unlink shred truncate mkdir chmod chown chgrp setfacl mv dd patch vi vim nvim nano emacs code tar unzip ' +
    'gzip gunzip bzip2 xz zstd split curl wget del erase move ren',
);
/** The last argument is what they write; the others are read. */
const COPIERS = set('cp install ln scp rsync copy');
const WHOLE_FOLDERS = set('find fd tree rg ag ack rgrep du tar zip rsync mv');
/** They look below the working directory when no folder is named; the number counts the arguments before the first path. */
const LOOK_AROUND: Readonly<Record<string, number>> = {
  find: 0,
  tree: 0,
  du: 0,
  ls: 0,
  fd: 1,
  rg: 1,
  ag: 1,
  ack: 1,
  grep: 1,
  egrep: 1,
  fgrep: 1,
  rgrep: 1,
};

export interface ShellPlace {
  /** Where the command starts, absolute. */
  readonly dir: string;
  readonly home: string;
}

export function fileUses({ calls, redirections }: ShellUse, place: ShellPlace): FileUse[] {
  const starts = startDirs(calls, place);
  const at = (word: ShellWord, access: FileUse['access'], below: boolean): FileUse[] =>
    pathsOf(word, starts, place).map((path) => {
      return { access, path, below, ...(word.open || path === undefined ? { open: { tail: word.tail } } : {}) };
    });
  return [
    ...calls.flatMap((call) => usesOf(call).flatMap(({ word, access, below }) => at(word, access, below))),
    ...redirections.filter(leadsSomewhere).flatMap(({ access, target }) => at(target, access, false)),
  ];
}

const leadsSomewhere = ({ target }: Redirection): boolean => target.open || target.value !== '/dev/null';

interface WordUse {
  readonly word: ShellWord;
  readonly access: FileUse['access'];
  readonly below: boolean;
}

const HERE: ShellWord = { value: '.', open: false, head: '.', tail: '.' };

function usesOf(call: ProgramCall): WordUse[] {
  const name = (programName(call) ?? '').toLowerCase().replace(/\.exe$/, '');
  if (!READERS.has(name) && !WRITERS.has(name)) return [];
  const options = call.words.slice(1).filter(({ value }) => value.startsWith('-'));
  const named = call.words.slice(1).filter(({ value }) => !value.startsWith('-'));
  const below =
    WHOLE_FOLDERS.has(name) || options.some(({ value }) => /^-[A-Za-z]*[rRa]|^--(?:recursive|archive)/.test(value));
  const before = LOOK_AROUND[name];
  const implied = below && before !== undefined && named.length <= before ? [HERE] : [];
  const words = [...named, ...options.filter(({ value }) => value.includes('=')), ...implied];
  return words.flatMap((word) => {
    const forms = [word, ...afterMark(word)];
    const accesses = accessesOf(name, { isLast: word === named.at(-1), options, word });
    return forms.flatMap((form) => accesses.map((access) => ({ word: form, access, below })));
  });
}

interface Position {
  readonly isLast: boolean;
  readonly options: readonly ShellWord[];
  readonly word: ShellWord;
}

function accessesOf(name: string, { isLast, options, word }: Position): FileUse['access'][] {
  const has = (pattern: RegExp): boolean => options.some(({ value }) => pattern.test(value));
  if (COPIERS.has(name))
    return isLast || has(/^-t|^--target/) || word.value.startsWith('-') ? ['read', 'write'] : ['read'];
  const writes =
    WRITERS.has(name) || (/^(?:sed|awk|gawk|sort|yq)$/.test(name) && has(/^-[A-Za-z]*[io]|^--(?:in-place|output)/));
  return [...(READERS.has(name) ? (['read'] as const) : []), ...(writes ? (['write'] as const) : [])];
}

/** What follows `=`, `@` or `file://` may be the path: `--file=x`, `of=x`, `@x`. */
function afterMark(word: ShellWord): ShellWord[] {
  const mark = /^(?:[^=]*=@?|@|file:\/\/)/.exec(word.head)?.[0];
  if (mark === undefined) return [];
  const cut = (text: string): string => text.slice(mark.length);
  return [{ ...word, value: cut(word.value), head: cut(word.head), tail: word.open ? word.tail : cut(word.tail) }];
}

/** Every directory that a relative path may start at; undefined stands for one that only the shell knows. */
function startDirs(calls: readonly ProgramCall[], { dir, home }: ShellPlace): (string | undefined)[] {
  const starts: (string | undefined)[] = [dir];
  for (const call of calls) {
    const target = call.words.slice(1).find(({ value }) => !/^-./.test(value));
    if (!/^(?:cd|pushd|chdir)$/.test(programName(call) ?? '')) continue;
    if (target === undefined) starts.push(home);
    else if (target.open || target.value === '-') starts.push(undefined);
    else starts.push(...starts.map((start) => pathFrom(start, target.value, home)));
    if (starts.length > 32) return [dir, undefined];
  }
  return [...new Set(starts)];
}

function pathsOf(
  word: ShellWord,
  starts: readonly (string | undefined)[],
  { home }: ShellPlace,
): (string | undefined)[] {
  if (word.open && word.head === '' && !word.tail.includes('/')) return isGlobOnly(word) ? [...starts] : [undefined];
  if (word.open && word.head === '') return [undefined];
  return [...new Set(starts.map((start) => pathFrom(start, word.head, home)))];
}

/** `*.env` is a name where it stands; `$X.env` may stand anywhere. */
const isGlobOnly = ({ value }: ShellWord): boolean => !/[$`~]/.test(value);

function pathFrom(start: string | undefined, path: string, home: string): string | undefined {
  if (path === '~' || path.startsWith('~/')) return resolve(home, `.${path.slice(1)}`);
  if (path.startsWith('~')) return undefined;
  if (isAbsolute(path)) return resolve(path);
  return start === undefined ? undefined : resolve(start, path);
}
