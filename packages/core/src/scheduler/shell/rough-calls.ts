/**
 * Reads a command line of Windows' cmd, for which there is no parser. Pure, and rough: it is split at every character that
 * may start another command, and is plain only when nothing in it could mean more than it says.
 */
import { carriedCalls } from './carried-calls.js';
import { fixedWord, type ProgramCall, type Redirection, type ShellUse, type ShellWord } from './shell-use.js';

const PLAIN = /^[\w.:\\/][\w ./\\:@=,+*?"-]*$/;
const SEPARATORS = /[;&|()\n\r]+/;
const REDIRECTION = /(?:\d?>>?|<)\s*("[^"]*"|[^\s"]+)/g;

export function roughCalls(command: string): ShellUse {
  const found = command
    .split(SEPARATORS)
    .map((part) => ({ words: wordsOf(part.replace(REDIRECTION, ' ')) }))
    .filter(({ words }) => words.length > 0);
  const quotesBalance = (command.match(/"/g) ?? []).length % 2 === 0;
  return {
    plain: PLAIN.test(command.trim()) && quotesBalance && found.length === 1 ? found : undefined,
    calls: [...found, ...found.flatMap((call: ProgramCall) => carriedCalls(call))],
    redirections: [...command.matchAll(REDIRECTION)].map(([all, target = '']): Redirection => {
      return { access: all.startsWith('<') ? 'read' : 'write', target: toWord(target) };
    }),
    unclear: false,
  };
}

const wordsOf = (part: string): ShellWord[] => (part.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map(toWord);

/** `^` escapes one character; what stands between `%` or `!` is a variable. */
function toWord(written: string): ShellWord {
  const value = written.replaceAll(/["^]/g, '');
  const first = value.search(/[%!]/);
  if (first === -1) return fixedWord(value);
  return { value, open: true, head: value.slice(0, first), tail: value.replace(/^.*[%!]/s, '') };
}
