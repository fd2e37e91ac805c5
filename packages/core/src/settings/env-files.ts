/**
 * The environment of a run: the real one, then `.env` files, then `settings.env`; the first value wins and an empty one
 * counts as unset. Never changes `process.env`; returns a new object.
 *
 * No file may set a variable that makes a child load code, or that moves the files which hold trust. A project's own
 * files may not choose either where programs and packages come from: they could put another one in the place of a server
 * that was approved.
 */
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { shownText } from '../shared/qwen-error.js';
import { PATH_VARIABLES, type Env } from './paths.js';
import { readText } from './read-json.js';

const REFUSED = new Set<string>([
  ...PATH_VARIABLES,
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_REPL_EXTERNAL_MODULE',
  'BASH_ENV',
  'ENV',
  'ZDOTDIR',
  'PYTHONSTARTUP',
  'PYTHONHOME',
  'PERL5OPT',
  'PERL5LIB',
  'RUBYOPT',
  'RUBYLIB',
  'JAVA_TOOL_OPTIONS',
  'JDK_JAVA_OPTIONS',
  '_JAVA_OPTIONS',
]);
const REFUSED_PREFIX = /^(LD|DYLD)_/;
const REFUSED_TO_PROJECTS =
  /^(PATH|PATHEXT|COMSPEC|SHELL|HOME|USERPROFILE|PYTHONPATH|CLASSPATH|DOCKER_HOST|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_(FILE|DIR)|(NPM_CONFIG|YARN|PNPM|BUN|DENO|PIP|PIPX|UV|CARGO|GEM|BUNDLE)_.*)$/;

export interface EnvFile {
  readonly file: string;
  readonly values: Readonly<Record<string, string>>;
  /** A file of the project: whoever can change the project can change it. */
  readonly ofProject?: boolean;
}

export interface EnvFilesOptions {
  readonly cwd: string;
  readonly homeDir: string;
  readonly userDir: string;
  /** Names that a project's `.env` (not `.qwen/.env`) never sets. */
  readonly excluded: readonly string[];
  /** Whether a directory's files may count. */
  isTrusted(dir: string): boolean;
}

/** The `.env` files that count, the strongest first: one project file, then those of the home directory. */
export function readEnvFiles(options: EnvFilesOptions): { files: EnvFile[]; warnings: string[] } {
  const warnings: string[] = [];
  const read = (file: string): EnvFile | undefined => {
    try {
      const text = readText({ what: 'Environment file', file });
      return text === undefined ? undefined : { file, values: parseEnvText(text) };
    } catch (error) {
      warnings.push(`${shownText(error)} It is ignored.`);
      return undefined;
    }
  };
  const found = readProjectFile(options, read);
  const project = found && { ...found, ofProject: true };
  const home = [join(options.userDir, '.env'), join(options.homeDir, '.env')].map(read);
  return { files: [project, ...home].filter((file) => file !== undefined), warnings };
}

/** Fills the gaps of `env` from `layers`, strongest first. */
export function mergeEnv(env: Env, layers: readonly EnvFile[]): { env: Env; warnings: string[] } {
  const merged: Record<string, string | undefined> = { ...env };
  const warnings: string[] = [];
  for (const { file, values, ofProject } of layers) {
    for (const [name, value] of Object.entries(values)) {
      if (isRefused(name)) {
        warnings.push(`${file} sets ${name}, which only the real environment may set; it is ignored.`);
      } else if (ofProject === true && REFUSED_TO_PROJECTS.test(name.toUpperCase())) {
        warnings.push(`${file} sets ${name}, which a project may not set for the programs of your own; it is ignored.`);
      } else if (value !== '' && isUnset(merged, name)) {
        merged[name] = value;
      }
    }
  }
  return { env: merged, warnings };
}

/** The nearest trusted directory at or above `cwd` that has a file; the home directory is left to the home files. */
function readProjectFile(
  { cwd, homeDir, excluded, isTrusted }: EnvFilesOptions,
  read: (file: string) => EnvFile | undefined,
): EnvFile | undefined {
  for (let dir = cwd; dir !== homeDir; dir = dirname(dir)) {
    if (isTrusted(dir)) {
      const own = read(join(dir, '.qwen', '.env'));
      if (own !== undefined) return own;
      const shared = read(join(dir, '.env'));
      if (shared !== undefined) return { ...shared, values: leaveOut(shared.values, excluded) };
    }
    if (dir === dirname(dir)) return undefined;
  }
  return undefined;
}

function leaveOut(values: EnvFile['values'], names: readonly string[]): EnvFile['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

const parseEnvText = (text: string): Record<string, string> =>
  parseEnv(text.replace(/^\uFEFF/, '')) as Record<string, string>;

const isRefused = (name: string): boolean => {
  const upper = name.toUpperCase();
  return REFUSED.has(upper) || REFUSED_PREFIX.test(upper);
};

const isUnset = (env: Env, name: string): boolean =>
  !Object.hasOwn(env, name) || env[name] === undefined || env[name] === '';
