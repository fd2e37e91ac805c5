/**
 * Every option of the command line, as one table: the parser, the checks and both help texts read it.
 * `accepted` options belong to features this version does not have and change nothing when given; `absent` ones would
 * change what happens, so they are refused by name, unless they only say that the feature is not wanted.
 */
import { APPROVAL_MODES } from '@qwen-code/qwen-code-core/scheduler/types.js';

export interface Option {
  readonly type: 'boolean' | 'string' | 'number' | 'list';
  readonly short?: string;
  /** What the value is called in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** One line of help; options without one are not listed. */
  readonly help?: string;
  /** Listed in the short help of `--help` as well as in the full one. */
  readonly common?: true;
  readonly support?: 'accepted' | 'absent';
  /** May be given without a value, which is an empty text then. */
  readonly optionalValue?: true;
  /** Another spelling of this option. */
  readonly sameAs?: string;
}

const accepted = (type: Option['type'], short?: string): Option => ({
  type,
  support: 'accepted',
  ...(short && { short }),
});
const absent = (type: Option['type'], short?: string): Option => ({ type, support: 'absent', ...(short && { short }) });

const WORKING = {
  model: { type: 'string', short: 'm', value: 'NAME', common: true, help: 'Model for this run.' },
  'fallback-model': {
    type: 'list',
    value: 'NAMES',
    common: true,
    help: 'Up to three models to try when the first is overloaded.',
  },
  prompt: {
    type: 'string',
    short: 'p',
    value: 'TEXT',
    common: true,
    help: 'Run this prompt and exit. Text on stdin is put before it. The same as giving it as an argument.',
  },
  'output-format': {
    type: 'string',
    short: 'o',
    choices: ['text', 'json', 'stream-json'],
    common: true,
    help: 'What stdout carries: the answer, one JSON array at the end, or one JSON record a line.',
  },
  'approval-mode': {
    type: 'string',
    choices: APPROVAL_MODES,
    common: true,
    help: 'Which tool calls run without asking.',
  },
  yolo: { type: 'boolean', short: 'y', common: true, help: 'Run every tool call without asking.' },
  'allowed-tools': { type: 'list', value: 'RULES', help: 'Allow these, e.g. write_file,"run_shell_command(git *)".' },
  'exclude-tools': { type: 'list', value: 'RULES', help: 'Refuse these.' },
  'core-tools': { type: 'list', value: 'NAMES', help: 'Offer only these of the built-in tools.' },
  'allowed-mcp-server-names': { type: 'list', value: 'NAMES', help: 'Use only these MCP servers.' },
  'mcp-config': {
    type: 'string',
    value: 'JSON|FILE',
    help: 'More MCP servers for this run; beats every settings file.',
  },
  'max-session-turns': { type: 'number', value: 'N', help: 'Stop with exit code 53 after N model turns.' },
  'max-wall-time': { type: 'string', value: 'TIME', help: 'Stop with exit code 55 after 90, 30s, 5m or 1.5h.' },
  'max-tool-calls': { type: 'number', value: 'N', help: 'Stop with exit code 55 after N tool calls; 0 allows none.' },
  'max-subagent-depth': { type: 'number', value: 'N', help: 'How deep sub-agents may start others, 1 to 100 (5).' },
  'json-schema': { type: 'string', value: 'JSON|@FILE', help: 'Answer with JSON that fits this schema.' },
  'system-prompt': { type: 'string', value: 'TEXT', help: 'Use this system prompt instead of the built-in one.' },
  'append-system-prompt': { type: 'string', value: 'TEXT', help: 'Add this to the system prompt.' },
  'include-directories': { type: 'list', value: 'DIRS', help: 'More workspace folders (also --add-dir).' },
  'add-dir': { type: 'list', sameAs: 'include-directories' },
  'include-partial-messages': { type: 'boolean', help: 'With -o stream-json: also the pieces as they arrive.' },
  'input-format': { type: 'string', choices: ['text', 'stream-json'], help: 'What stdin carries.' },
  'openai-api-key': { type: 'string', value: 'KEY', help: 'API key (better: the OPENAI_API_KEY variable).' },
  'openai-logging': { type: 'boolean', help: 'Log model requests and answers.' },
  'openai-logging-dir': { type: 'string', value: 'DIR', help: 'Where to (default: logs/openai).' },
  proxy: { type: 'string', value: 'URL', help: 'Proxy for model requests.' },
  insecure: { type: 'boolean', help: 'Accept any TLS certificate of the model endpoint.' },
  'openai-base-url': { type: 'string', value: 'URL', help: 'Endpoint of an OpenAI-compatible API.' },
  'auth-type': {
    type: 'string',
    choices: ['openai', 'anthropic', 'qwen-oauth', 'gemini', 'vertex-ai'],
    help: 'Kind of API.',
  },
  continue: { type: 'boolean', short: 'c', common: true, help: 'Go on with the newest session of this directory.' },
  resume: {
    type: 'string',
    short: 'r',
    value: '[ID|TITLE]',
    optionalValue: true,
    common: true,
    help: 'Go on with this session.',
  },
  'session-id': { type: 'string', value: 'UUID', help: 'Id of a new session.' },
  'fork-session': { type: 'boolean', help: 'With --continue or --resume: go on in a copy with a new id.' },
  'chat-recording': { type: 'boolean', help: 'Record the session (the default); false leaves nothing to go on with.' },
  bare: { type: 'boolean', help: 'Without settings, context files, MCP servers and hooks.' },
  'safe-mode': { type: 'boolean', common: true, help: 'Without any customisation: to find out what breaks a run.' },
  'disabled-slash-commands': { type: 'list', value: 'NAMES', help: 'Slash commands that are not to be there.' },
  'prompt-interactive': {
    type: 'string',
    short: 'i',
    value: 'TEXT',
    common: true,
    help: 'Start the interactive session with this prompt.',
  },
  'screen-reader': { type: 'boolean', help: 'Interactive session: words instead of signs, and nothing that moves.' },
  'json-fd': {
    type: 'number',
    value: 'N',
    help: 'Interactive session: stream-json records go to this open descriptor.',
  },
  'json-file': {
    type: 'string',
    value: 'FILE',
    help: 'Interactive session: stream-json records are added to this file.',
  },
  'input-file': {
    type: 'string',
    value: 'FILE',
    help: 'Interactive session: stream-json messages are read from it as it grows.',
  },
  debug: { type: 'boolean', short: 'd', common: true, help: 'Write a debug log below ~/.qwen/debug.' },
  version: { type: 'boolean', short: 'v', common: true, help: 'Print the version.' },
  help: { type: 'boolean', short: 'h', common: true, help: 'Print this help.' },
} as const satisfies Record<string, Option>;

const ACCEPTED = {
  telemetry: accepted('boolean'),
  'telemetry-target': accepted('string'),
  'telemetry-otlp-endpoint': accepted('string'),
  'telemetry-otlp-protocol': accepted('string'),
  'telemetry-log-prompts': accepted('boolean'),
  'telemetry-outfile': accepted('string'),
  channel: accepted('string'),
  'experimental-lsp': accepted('boolean'),
  // Of extensions only what is true without any: that there are none.
  extensions: accepted('list', 'e'),
  'list-extensions': accepted('boolean', 'l'),
} as const satisfies Record<string, Option>;

const ABSENT = {
  sandbox: absent('boolean', 's'),
  'sandbox-image': absent('string'),
  acp: absent('boolean'),
  'experimental-acp': absent('boolean'),
  worktree: absent('boolean'),
} as const satisfies Record<string, Option>;

export const OPTIONS: Readonly<Record<string, Option>> = { ...WORKING, ...ACCEPTED, ...ABSENT };
