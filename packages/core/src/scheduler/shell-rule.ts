/**
 * Holds a command line against the specs of rules. Pure, and unequal on purpose.
 *
 * Allow: only a line of plain calls, each of which a spec allows. `ls; rm x` never passes as `ls`.
 * Deny and ask: any call, file or host in it that is, or may turn out to be, what the spec names. A line that could not be
 * understood is taken for what the spec names. It is a guard rail, not a sandbox.
 */
import { hostOf, matchesDomainSpec } from './domain-spec.js';
import type { JudgedCall, JudgedShell } from './judge-call.js';
import { matchesPathSpec, mayBePath, reachesPathSpec } from './path-spec.js';
import { allowsCall, mayBeCall } from './shell/command-spec.js';

export function allowsShell(specs: readonly string[], { args, shell }: JudgedCall): boolean {
  const { command } = args;
  // Somebody wrote down this very line.
  if (typeof command === 'string' && specs.includes(command.trim())) return true;
  const calls = shell?.plain;
  return calls !== undefined && calls.every((call) => specs.some((spec) => allowsCall(spec, call)));
}

/** `family` says what the spec is: a command, a path that is read or written, a domain. */
export function refusesShell(
  family: 'command' | 'read' | 'write' | 'fetch' | 'none',
  spec: string,
  call: JudgedCall,
): boolean {
  const { shell } = call;
  if (family === 'none') return false;
  if (shell === undefined || shell.unclear) return true;
  switch (family) {
    case 'command':
      return call.args['command'] === spec || shell.calls.some((part) => mayBeCall(spec, part));
    case 'fetch':
      return shell.urls.some(
        (url) => url === undefined || (hostOf(url) !== undefined && matchesDomainSpec(spec, url, false)),
      );
    default:
      return shell.files.some((file) => file.access === family && mayUse(spec, file, call));
  }
}

function mayUse(spec: string, file: JudgedShell['files'][number], { dirs, realDirs }: JudgedCall): boolean {
  const { path, real, open, below } = file;
  if (open !== undefined || path === undefined) return mayBePath(spec, path, open?.tail ?? '', dirs);
  if (matchesPathSpec(spec, path, dirs, false) || (below && reachesPathSpec(spec, path, dirs))) return true;
  if (real === undefined) return false;
  return matchesPathSpec(spec, real, realDirs, false) || (below && reachesPathSpec(spec, real, realDirs));
}
