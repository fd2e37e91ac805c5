/**
 * Whether a command line only reads, and only inside the project: it is a short list of programs, each without the options
 * that write or run something, on a line that means what it says. Everything else is not known to only read. Pure.
 */
import { isAbsolute, relative, sep } from 'node:path';
import type { JudgedCall } from '../judge-call.js';
import type { ProgramCall } from './shell-use.js';

const ANY = /^/;
/** What the arguments of each program may be, besides options that are refused for all. */
const PROGRAMS: Readonly<Record<string, RegExp>> = {
  ls: ANY,
  cat: ANY,
  head: ANY,
  tail: /^(?!-[a-zA-Z]*[fF]|--[frp])/,
  wc: /^(?!--f)/,
  pwd: ANY,
  echo: ANY,
  true: ANY,
  stat: ANY,
  file: /^(?!-[a-zA-Z]*[fmC]|--[cfm])/,
  grep: /^(?!-[a-zA-Z]*f|--fi)/,
  du: /^(?!--f)/,
  basename: ANY,
  dirname: ANY,
};
const GIT = new Set(['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame', 'shortlog', 'describe']);
/** Options of git that write a file, run a program or look elsewhere; git takes the beginning of an option for it. */
const GIT_REFUSED = /^--(?:ou|ex|te|no-i|con|show-s)/;

export function onlyReads({ shell, dirs, realDirs, args }: JudgedCall): boolean {
  if (shell?.plain === undefined || shell.unclear || args['is_background'] === true) return false;
  // Redirections of a plain line lead nowhere, and every argument that could be a path has been followed.
  return (
    shell.plain.every((call) => isReader(call) && staysInside(call)) &&
    insideAll(shell.files, dirs.project, realDirs.project)
  );
}

function isReader({ words }: ProgramCall): boolean {
  const [program = '', ...rest] = words.map(({ value }) => value);
  if (program === 'git') {
    const [command = '', ...more] = rest;
    return GIT.has(command) && !more.some((word) => GIT_REFUSED.test(word));
  }
  const allowed = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  return allowed !== undefined && rest.every((word) => allowed.test(word));
}

/** No word could be read as a path that leaves the project. */
const staysInside = ({ words }: ProgramCall): boolean =>
  words.slice(1).every(({ value }) => !/(?:^|[=:])[/~]/.test(value) && !/(?:^|[=:/])\.\.(?:$|[/:])/.test(value));

type Files = NonNullable<JudgedCall['shell']>['files'];

/** A glob may name a link that leads out. */
function insideAll(files: Files, project: string, realProject: string): boolean {
  return files.every(({ path, real, open }) => {
    const isKnown = path !== undefined && real !== undefined && open === undefined;
    return isKnown && isInside(project, path) && isInside(realProject, real);
  });
}

function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
