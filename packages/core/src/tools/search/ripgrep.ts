/**
 * Searches with the ripgrep of the system. The user's ripgrep configuration is left out, so that the answer does not
 * depend on it. Ends the process at every bound.
 */
import { spawn } from 'node:child_process';
import { basename, dirname, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { MAX_MATCHES, MAX_SEARCHED_BYTES, spansLines, TIME_LIMIT_MS } from './grep-types.js';
import type { GrepMatch, GrepOutcome, GrepQuery } from './grep-types.js';

export async function searchWithRipgrep(program: string, query: GrepQuery): Promise<GrepOutcome> {
  const { start, isFile, clock, signal } = query;
  const cwd = isFile ? dirname(start.real) : start.real;
  const child = spawn(program, ripgrepArguments(query), { cwd, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const stop = (): void => void child.kill('SIGKILL');
  const exited = new Promise<number | undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('close', (code) => resolve(code ?? undefined));
  });
  const over = new AbortController();
  let complete = true;
  const stopEarly = (): void => {
    complete = false;
    stop();
  };
  clock.sleep(TIME_LIMIT_MS, over.signal).then(stopEarly, () => {});
  signal.addEventListener('abort', stop, { signal: over.signal });
  if (signal.aborted) stop();

  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, 1000)));
  const matches: GrepMatch[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const match = parseMatch(line, isFile);
    if (match !== undefined && matches.length < MAX_MATCHES && isWanted(match, query)) matches.push(match);
    if (matches.length === MAX_MATCHES && complete) stopEarly();
  }
  const code = await exited;
  over.abort();
  // Files that can't be read also give code 2, but without a word: --no-messages leaves only complaints of the call.
  if (matches.length === 0 && complete && code !== 0 && code !== 1 && (complaint !== '' || code === undefined)) {
    return { kind: 'invalid', shown: complaint.trim() };
  }
  return { kind: 'found', matches, complete };
}

function ripgrepArguments({ pattern, start, isFile, nameFilter, rules, respectGitIgnore }: GrepQuery): string[] {
  const { lastPart } = nameFilter;
  return [
    ...['--json', '--no-config', '--no-messages', '--ignore-case', '--hidden', '--crlf'],
    ...['--no-require-git', '--no-ignore-dot', '--no-ignore-global', '--max-filesize', String(MAX_SEARCHED_BYTES)],
    ...(respectGitIgnore ? [] : ['--no-ignore-vcs']),
    ...(rules.startsIgnored ? ['--no-ignore-parent'] : []),
    // Their patterns count from the directory that ripgrep runs in, so only a start at the top can leave them to it.
    ...(start.real === start.root ? rules.qwenIgnoreFiles.flatMap((file) => ['--ignore-file', file]) : []),
    ...(spansLines(pattern) ? ['--multiline'] : []),
    // A type, not a glob: a glob would bring back files that are ignored.
    ...(lastPart === undefined || isFile ? [] : ['--type-add', `wanted:${lastPart}`, '--type', 'wanted']),
    ...['--glob', '!.git', '--regexp', pattern, '--', isFile ? `./${basename(start.real)}` : './'],
  ];
}

function isWanted({ name }: GrepMatch, { isFile, nameFilter, rules, start }: GrepQuery): boolean {
  if (isFile) return true;
  return nameFilter.matches(name) && !rules.qwenIgnores(start.real, name);
}

interface Bytes {
  readonly text?: string;
  readonly bytes?: string;
}

interface RipgrepRecord {
  readonly type: string;
  readonly data: { readonly path: Bytes; readonly lines: Bytes; readonly line_number: number };
}

function parseMatch(line: string, isFile: boolean): GrepMatch | undefined {
  if (!line.startsWith('{"type":"match"')) return undefined;
  const { data } = JSON.parse(line) as RipgrepRecord;
  const name = textOf(data.path).split(sep).join('/').replace(/^\.\//, '');
  return { name: isFile ? '' : name, line: data.line_number, text: textOf(data.lines).replace(/\r?\n$/, '') };
}

const textOf = ({ text, bytes }: Bytes): string => text ?? Buffer.from(bytes ?? '', 'base64').toString('utf8');
