/**
 * What this command line asks for, with the few environment variables that stand for a flag. Pure: nothing else is read.
 */
import type { ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { SessionChoice } from '@qwen-code/qwen-code-core/sessions/types.js';
import { COMMANDS, isCommand } from './commands.js';
import { durationMs } from './duration.js';
import { readOptions, type Value } from './read-options.js';

export type OutputFormat = 'text' | 'json' | 'stream-json';

/** One headless run, as the command line describes it; what is undefined comes from settings. */
export interface RunOptions {
  readonly prompt: string | undefined;
  /** `-i`: the first prompt of an interactive session. */
  readonly promptInteractive: string | undefined;
  readonly screenReader: boolean;
  /** Where the records of an interactive session go besides the screen, and where messages come from besides the keys. */
  readonly jsonFd: number | undefined;
  readonly jsonFile: string | undefined;
  readonly inputFile: string | undefined;
  readonly inputFormat: 'text' | 'stream-json';
  readonly outputFormat: OutputFormat | undefined;
  readonly includePartialMessages: boolean;
  readonly approvalMode: ApprovalMode | undefined;
  readonly allowedTools: readonly string[];
  readonly excludeTools: readonly string[];
  readonly coreTools: readonly string[] | undefined;
  readonly allowedMcpServerNames: readonly string[] | undefined;
  readonly mcpConfig: string | undefined;
  readonly includeDirectories: readonly string[];
  readonly model: string | undefined;
  /** Tried in this order when the model is overloaded. */
  readonly fallbackModels: readonly string[] | undefined;
  readonly maxSessionTurns: number | undefined;
  readonly maxWallTimeMs: number | undefined;
  readonly maxToolCalls: number | undefined;
  readonly maxSubagentDepth: number | undefined;
  /** As written: JSON, or `@file`. */
  readonly jsonSchema: string | undefined;
  readonly systemPrompt: string | undefined;
  readonly appendSystemPrompt: string | undefined;
  readonly openaiApiKey: string | undefined;
  readonly openaiBaseUrl: string | undefined;
  readonly authType: string | undefined;
  readonly openaiLogging: boolean | undefined;
  readonly openaiLoggingDir: string | undefined;
  readonly proxy: string | undefined;
  readonly insecure: boolean;
  readonly bare: boolean;
  readonly safeMode: boolean;
  /** False: run without a sandbox, whatever the settings ask for. */
  readonly sandbox: false | undefined;
  readonly disabledSlashCommands: readonly string[];
  /** `pick`: one that the user chooses from a list. */
  readonly session: SessionChoice | { readonly kind: 'pick' };
  /** Go on in a copy of the chosen session, under a new id. */
  readonly forkSession: boolean;
  readonly chatRecording: boolean | undefined;
  readonly debug: boolean;
}

export type Invocation =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'command'; readonly name: string; readonly argv: readonly string[]; readonly debug: boolean }
  | { readonly kind: 'run'; readonly options: RunOptions }
  /** Nothing but this is printed, on stdout. */
  | { readonly kind: 'answer'; readonly shown: string }
  /** Printed with the full help. */
  | { readonly kind: 'usage-error'; readonly shown: string }
  /** A known option or command that this version lacks: printed alone. */
  | { readonly kind: 'unsupported'; readonly shown: string };

type Env = Readonly<Record<string, string | undefined>>;

export function parseCommandLine(argv: readonly string[], env: Env = {}): Invocation {
  const read = readOptions(argv, isCommand);
  if (read.kind !== 'ok') return read;
  const { values, words, commandAt } = read;
  if (values.get('version') === true) return { kind: 'version' };
  if (commandAt !== undefined) return commandOf(argv, commandAt, values.get('debug') === true);
  if (values.get('help') === true) return { kind: 'help' };
  if (values.get('list-extensions') === true) return { kind: 'answer', shown: 'No extensions are installed.' };
  return conflict(values, words) ?? { kind: 'run', options: withEnvironment(runOptions(values, words), values, env) };
}

function commandOf(argv: readonly string[], at: number, debug: boolean): Invocation {
  const name = argv[at] ?? '';
  if (COMMANDS[name] === 'works') return { kind: 'command', name, argv: argv.slice(at + 1), debug };
  const shown = `The command "${name}" is not part of this version of qwen; to send that word as a prompt, use -p.`;
  return { kind: 'unsupported', shown };
}

type Values = ReadonlyMap<string, Value>;
type Rule = readonly [broken: (values: Values, words: readonly string[]) => boolean, shown: string];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Which options do not go together. The first broken rule is the one reported. */
const USAGE: readonly Rule[] = [
  [(v, words) => v.has('prompt') && words.length > 0, 'Give the prompt once: as an argument or with -p, not both.'],
  [
    (v, words) => (v.has('prompt') || words.length > 0) && v.has('prompt-interactive'),
    'Give the prompt once: with -i to stay, or with -p or as an argument to run it and end.',
  ],
  [(v) => v.get('yolo') === true && v.has('approval-mode'), 'Use either --yolo or --approval-mode, not both.'],
  [
    (v) => v.get('include-partial-messages') === true && v.get('output-format') !== 'stream-json',
    '--include-partial-messages needs --output-format stream-json.',
  ],
  [
    (v) => v.get('input-format') === 'stream-json' && v.get('output-format') !== 'stream-json',
    '--input-format stream-json needs --output-format stream-json.',
  ],
  [(v) => v.get('continue') === true && v.has('resume'), 'Use either --continue or --resume, not both.'],
  [
    (v) => v.has('session-id') && (v.get('continue') === true || v.has('resume')),
    '--session-id is for a new session: leave out --continue and --resume.',
  ],
  [
    (v, words) =>
      ['json-fd', 'json-file', 'input-file'].some((name) => v.has(name)) &&
      (v.has('prompt') || words.length > 0 || v.has('input-format')),
    '--json-fd, --json-file and --input-file are for the interactive session; elsewhere there is --output-format stream-json.',
  ],
  [(v) => v.has('json-fd') && v.has('json-file'), 'Use either --json-fd or --json-file, not both.'],
  [
    (v) => v.has('json-fd') && !inRange(v.get('json-fd'), 3, Infinity),
    '--json-fd must be 3 or more: 0, 1 and 2 belong to the terminal.',
  ],
  [
    (v) => v.get('fork-session') === true && v.get('continue') !== true && !v.has('resume'),
    '--fork-session needs --continue or --resume: it copies that session.',
  ],
  [
    (v) => v.has('max-wall-time') && durationMs(String(v.get('max-wall-time'))) === undefined,
    '--max-wall-time must be a time such as 90, 30s, 5m or 1.5h.',
  ],
  [
    (v) => v.has('max-subagent-depth') && !inRange(v.get('max-subagent-depth'), 1, 100),
    '--max-subagent-depth must be a number from 1 to 100.',
  ],
  [
    (v) => v.get('bare') === true && v.has('mcp-config'),
    '--bare runs without MCP servers: leave out --bare or --mcp-config.',
  ],
  [(v) => v.has('session-id') && !UUID.test(String(v.get('session-id'))), '--session-id must be a UUID.'],
];

const inRange = (value: Value | undefined, low: number, high: number): boolean =>
  typeof value === 'number' && value >= low && value <= high;

const UNSUPPORTED: readonly Rule[] = [
  [
    (v) => list(v, 'extensions')?.some((name) => name !== 'none') === true,
    'This version of qwen has no extensions; leave out -e, or give -e none.',
  ],
];

function conflict(values: Values, words: readonly string[]): Invocation | undefined {
  const first = (rules: readonly Rule[]): string | undefined => rules.find(([broken]) => broken(values, words))?.[1];
  const usage = first(USAGE);
  if (usage !== undefined) return { kind: 'usage-error', shown: usage };
  const unsupported = first(UNSUPPORTED);
  return unsupported === undefined ? undefined : { kind: 'unsupported', shown: unsupported };
}

function runOptions(values: Values, words: readonly string[]): RunOptions {
  const text = (name: string): string | undefined => values.get(name) as string | undefined;
  const flag = (name: string): boolean => values.get(name) === true;
  const number = (name: string): number | undefined => values.get(name) as number | undefined;
  return {
    prompt: text('prompt') ?? (words.length > 0 ? words.join(' ') : undefined),
    promptInteractive: text('prompt-interactive'),
    screenReader: flag('screen-reader'),
    jsonFd: number('json-fd'),
    jsonFile: text('json-file'),
    inputFile: text('input-file'),
    inputFormat: text('input-format') === 'stream-json' ? 'stream-json' : 'text',
    outputFormat: text('output-format') as OutputFormat | undefined,
    includePartialMessages: flag('include-partial-messages'),
    approvalMode: flag('yolo') ? 'yolo' : (text('approval-mode') as ApprovalMode | undefined),
    allowedTools: list(values, 'allowed-tools') ?? [],
    excludeTools: list(values, 'exclude-tools') ?? [],
    coreTools: list(values, 'core-tools'),
    allowedMcpServerNames: list(values, 'allowed-mcp-server-names'),
    mcpConfig: text('mcp-config'),
    includeDirectories: list(values, 'include-directories') ?? [],
    model: text('model'),
    fallbackModels: list(values, 'fallback-model'),
    maxSessionTurns: number('max-session-turns'),
    maxWallTimeMs: durationMs(text('max-wall-time') ?? ''),
    maxToolCalls: number('max-tool-calls'),
    maxSubagentDepth: number('max-subagent-depth'),
    jsonSchema: text('json-schema'),
    systemPrompt: text('system-prompt'),
    appendSystemPrompt: text('append-system-prompt'),
    openaiApiKey: text('openai-api-key'),
    openaiBaseUrl: text('openai-base-url'),
    authType: text('auth-type'),
    openaiLogging: values.get('openai-logging') as boolean | undefined,
    openaiLoggingDir: text('openai-logging-dir'),
    proxy: text('proxy'),
    insecure: flag('insecure'),
    bare: flag('bare'),
    safeMode: flag('safe-mode'),
    sandbox: values.get('sandbox') === false ? false : undefined,
    disabledSlashCommands: list(values, 'disabled-slash-commands') ?? [],
    session: sessionChoice(values),
    forkSession: flag('fork-session'),
    chatRecording: values.get('chat-recording') as boolean | undefined,
    debug: flag('debug'),
  };
}

const list = (values: Values, name: string): readonly string[] | undefined =>
  values.get(name) as readonly string[] | undefined;

/** A flag that is given beats its variable; a list takes both. */
function withEnvironment(options: RunOptions, values: Values, env: Env): RunOptions {
  const fromEnv = (env['QWEN_DISABLED_SLASH_COMMANDS'] ?? '').split(',').map((name) => name.trim());
  return {
    ...options,
    safeMode: values.has('safe-mode') ? options.safeMode : isOn(env['QWEN_CODE_SAFE_MODE']),
    disabledSlashCommands: [...new Set([...options.disabledSlashCommands, ...fromEnv.filter((name) => name !== '')])],
  };
}

const isOn = (value = ''): boolean => !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase());

function sessionChoice(values: Values): RunOptions['session'] {
  const resume = values.get('resume');
  if (resume === '') return { kind: 'pick' };
  if (resume !== undefined) return { kind: 'resume', id: String(resume) };
  if (values.get('continue') === true) return { kind: 'continue' };
  return { kind: 'new', id: values.get('session-id') as string | undefined };
}
