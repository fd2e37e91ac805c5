/**
 * Programs that run another program: `sudo rm x`, `env A=1 rm x`, `find -exec rm {} +`, `xargs rm`. Which of their words is
 * the program depends on options that nobody can list, so every word may be it. That is right for refusing and asking, and
 * never used for allowing. Pure.
 */
import { programName, type ProgramCall, type ShellWord } from './shell-use.js';

const SHELLS = new Set('sh bash zsh dash ksh mksh ash fish csh tcsh busybox toybox eval source .'.split(' '));
const CARRIERS = new Set(
  (
    'sudo doas su runuser pkexec env command builtin exec nohup time nice ionice timeout stdbuf setsid chroot unshare nsenter ' +
    'xargs parallel watch find fd trap alias script flock strace ltrace taskset setarch start-stop-daemon systemd-run ssh ' +
    'tmux screen at batch entr coproc winpty cmd powershell pwsh'
  ).split(' '),
);

/** A shell that reads its commands from somewhere: from an argument, a pipe, a here-document. */
export const feedsAShell = (call: ProgramCall): boolean => SHELLS.has(nameOf(call));

/** Longer than anybody writes: looking at every end of such a call would cost more than refusing it. */
export const isTooLong = ({ words }: ProgramCall): boolean => words.length > 1_000 && runsAnother(words[0]);

/** Every call that this one may lead to; none for a program that runs no other. */
export function carriedCalls({ words }: ProgramCall): ProgramCall[] {
  const [program] = words;
  if (program === undefined || !runsAnother(program) || isTooLong({ words })) return [];
  const carried: ProgramCall[] = [];
  // `timeout 5 curl "$URL"`: what only the shell knows counts as a program where one is due, behind options and their values.
  let isDue = true;
  for (const [at, word] of words.entries()) {
    if (at === 0 || word.value === '') continue;
    if (isDue || !isUnknown(word)) carried.push({ words: words.slice(at) });
    isDue = runsAnother(word) || (isDue && (isOption(word) || isOption(words[at - 1] ?? program)));
  }
  return carried;
}

const nameOf = (call: ProgramCall): string => (programName(call) ?? '').toLowerCase().replace(/\.exe$/, '');
const isUnknown = (word: ShellWord): boolean => programName({ words: [word] }) === undefined && word.head === '';
const isOption = ({ value }: ShellWord): boolean => value.startsWith('-') || value.includes('=');

/** Whether the program of this name runs what its arguments say. */
export function runsAnother(program: ShellWord | undefined): boolean {
  if (program === undefined) return false;
  const name = nameOf({ words: [program] });
  return CARRIERS.has(name) || SHELLS.has(name);
}
