/**
 * The narrowest sensible allow rule for a call: what "always" may write down, and what a refusal may recommend. Pure.
 *
 * Never a rule for a command line that may do more than it says, or for a program that runs whatever it is given.
 */
import { hostOf } from './domain-spec.js';
import type { JudgedCall } from './judge-call.js';
import { runsAnother } from './shell/carried-calls.js';
import type { ProgramCall } from './shell/shell-use.js';

export type Suggestion =
  | { readonly kind: 'rule'; readonly rule: string }
  /** Edits are not remembered one by one: the session goes on in this mode. */
  | { readonly kind: 'mode'; readonly mode: 'auto-edit' }
  /** This call is to be asked about each time. */
  | { readonly kind: 'none' };

/** Programs whose first argument says what they do. */
const WITH_SUBCOMMANDS = new Set(
  'git npm pnpm yarn bun deno cargo go docker podman kubectl helm pip pip3 uv poetry gh brew apt dotnet terraform make just'.split(
    ' ',
  ),
);
/** `npm run` says nothing yet: the script does. */
const RUNNERS: ReadonlySet<string> = new Set(['npm run', 'pnpm run', 'yarn run', 'bun run', 'docker compose']);
/** They run what they are given; a prefix of such a call allows anything. */
const INTERPRETERS =
  /^(?:python[\d.]*|node|ruby|perl|php|lua|tclsh|osascript|Rscript|java|npx|bunx|pnpx|uvx|awk|gawk|mawk|sed|vim?|nvim|emacs|ed|gdb)$/;

export function suggestRule(call: JudgedCall): Suggestion {
  const { tool, args } = call;
  switch (tool.kind) {
    case 'mcp':
      return tool.server === undefined ? fromServerRead(call) : { kind: 'rule', rule: tool.name };
    case 'edit':
      return { kind: 'mode', mode: 'auto-edit' };
    case 'execute':
      return fromShell(call);
    case 'fetch': {
      const host = typeof args['url'] === 'string' ? hostOf(args['url']) : undefined;
      return host === undefined ? { kind: 'none' } : { kind: 'rule', rule: `${tool.name}(domain:${host})` };
    }
    default:
      return { kind: 'none' };
  }
}

/** A tool of ours that reads from a server: for that server alone. */
function fromServerRead({ tool, args }: JudgedCall): Suggestion {
  const server = args['server_name'];
  const isPlain = typeof server === 'string' && /^[\w.-]+$/.test(server);
  return isPlain ? { kind: 'rule', rule: `${tool.name}(${server})` } : { kind: 'none' };
}

function fromShell({ tool, shell }: JudgedCall): Suggestion {
  const [only, ...more] = shell?.plain ?? [];
  if (only === undefined || more.length > 0) return { kind: 'none' };
  const prefix = prefixOf(only);
  return prefix === undefined ? { kind: 'none' } : { kind: 'rule', rule: `${tool.name}(${prefix} *)` };
}

/** The program with its subcommand: `git status`, `npm run test`, `ls`. */
function prefixOf(call: ProgramCall): string | undefined {
  const words = call.words.map(({ value }) => value);
  const [program = ''] = words;
  const name = program.replace(/^.*\//, '');
  if (runsAnother(call.words[0]) || INTERPRETERS.test(name)) return undefined;
  if (!WITH_SUBCOMMANDS.has(name)) return program;
  const count = RUNNERS.has(words.slice(0, 2).join(' ')) ? 3 : 2;
  const prefix = words.slice(0, count);
  return prefix.length === count && prefix.slice(1).every(isSubcommand) ? prefix.join(' ') : undefined;
}

const isSubcommand = (word: string): boolean => /^[A-Za-z][\w:.-]*$/.test(word);
