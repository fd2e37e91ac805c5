import { describe, expect, it } from 'vitest';
import { parseCommandLine, type RunOptions } from './parse-args.js';

const NOTHING: RunOptions = {
  prompt: undefined,
  promptInteractive: undefined,
  screenReader: false,
  jsonFd: undefined,
  jsonFile: undefined,
  inputFile: undefined,
  inputFormat: 'text',
  outputFormat: undefined,
  includePartialMessages: false,
  approvalMode: undefined,
  allowedTools: [],
  excludeTools: [],
  coreTools: undefined,
  allowedMcpServerNames: undefined,
  mcpConfig: undefined,
  includeDirectories: [],
  model: undefined,
  fallbackModels: undefined,
  maxSessionTurns: undefined,
  maxWallTimeMs: undefined,
  maxToolCalls: undefined,
  maxSubagentDepth: undefined,
  jsonSchema: undefined,
  systemPrompt: undefined,
  appendSystemPrompt: undefined,
  openaiApiKey: undefined,
  openaiBaseUrl: undefined,
  authType: undefined,
  openaiLogging: undefined,
  openaiLoggingDir: undefined,
  proxy: undefined,
  insecure: false,
  bare: false,
  safeMode: false,
  sandbox: undefined,
  disabledSlashCommands: [],
  session: { kind: 'new', id: undefined },
  forkSession: false,
  chatRecording: undefined,
  debug: false,
};

const ID = '01234567-89ab-4cde-8f01-23456789abcd';

describe('a run', () => {
  it.each<[string[], Partial<RunOptions>]>([
    [[], {}],
    [['--json-fd', '3', '--input-file', 'f'], { jsonFd: 3, inputFile: 'f' }],
    [['-i', 'hello', '--screen-reader'], { promptInteractive: 'hello', screenReader: true }],
    [['hello', 'there'], { prompt: 'hello there' }],
    [['-p', 'hello'], { prompt: 'hello' }],
    [['--prompt=hello'], { prompt: 'hello' }],
    [['-p', '- fix this'], { prompt: '- fix this' }],
    [['-p', '-1'], { prompt: '-1' }],
    [['-p', ''], { prompt: '' }],
    [['--', '--yolo'], { prompt: '--yolo' }],
    [['--', 'mcp'], { prompt: 'mcp' }],
    [['hello', 'mcp'], { prompt: 'hello mcp' }],
    [['-p', 'x', '-o', 'json'], { prompt: 'x', outputFormat: 'json' }],
    [['-ojson'], { outputFormat: 'json' }],
    [
      ['-o', 'stream-json', '--include-partial-messages'],
      { outputFormat: 'stream-json', includePartialMessages: true },
    ],
    [['--input-format', 'text'], {}],
    [['-y'], { approvalMode: 'yolo' }],
    [['--no-yolo'], {}],
    [['--yolo=false'], {}],
    [['--approval-mode', 'auto-edit'], { approvalMode: 'auto-edit' }],
    [['-dy'], { debug: true, approvalMode: 'yolo' }],
    [['--allowed-tools', 'a,b', '--allowed-tools', 'c'], { allowedTools: ['a', 'b', 'c'] }],
    [
      ['--allowed-tools', 'run_shell_command(echo a,b), edit'],
      { allowedTools: ['run_shell_command(echo a,b)', 'edit'] },
    ],
    [['--allowed-tools', 'read_file', 'the prompt'], { allowedTools: ['read_file'], prompt: 'the prompt' }],
    [['--exclude-tools', 'x'], { excludeTools: ['x'] }],
    [['--core-tools', 'x,y'], { coreTools: ['x', 'y'] }],
    [['--allowed-mcp-server-names', 'a', '--allowed-mcp-server-names', 'b'], { allowedMcpServerNames: ['a', 'b'] }],
    [['--allowed-mcp-server-names', ''], { allowedMcpServerNames: [] }],
    [['--mcp-config', '{"a":{}}'], { mcpConfig: '{"a":{}}' }],
    [['--add-dir', 'a', '--include-directories', 'b,c'], { includeDirectories: ['a', 'b', 'c'] }],
    [['-m', 'one', '-m', 'two'], { model: 'two' }],
    [['--max-session-turns', '-1'], { maxSessionTurns: -1 }],
    [['--system-prompt', 'S', '--append-system-prompt', 'A'], { systemPrompt: 'S', appendSystemPrompt: 'A' }],
    [
      ['--openai-api-key', 'k', '--openai-base-url', 'http://127.0.0.1:1/v1', '--auth-type', 'openai'],
      { openaiApiKey: 'k', openaiBaseUrl: 'http://127.0.0.1:1/v1', authType: 'openai' },
    ],
    [['--session-id', ID], { session: { kind: 'new', id: ID } }],
    [['-c', 'go', 'on'], { session: { kind: 'continue' }, prompt: 'go on' }],
    [['--continue=false', '--session-id', ID], { session: { kind: 'new', id: ID } }],
    [['--resume', ID], { session: { kind: 'resume', id: ID } }],
    [['-r', 'a title', 'go'], { session: { kind: 'resume', id: 'a title' }, prompt: 'go' }],
    [['--resume'], { session: { kind: 'pick' } }],
    [['-r', '-p', 'go'], { session: { kind: 'pick' }, prompt: 'go' }],
    [['go', '--resume', '--fork-session'], { session: { kind: 'pick' }, forkSession: true, prompt: 'go' }],
    [['-r', '--', '-r'], { session: { kind: 'pick' }, prompt: '-r' }],
    [['--', '-r'], { prompt: '-r' }],
    [['-c', '--fork-session'], { session: { kind: 'continue' }, forkSession: true }],
    [['--max-wall-time', '1.5h'], { maxWallTimeMs: 5_400_000 }],
    [['--max-tool-calls', '0', '--max-subagent-depth', '100'], { maxToolCalls: 0, maxSubagentDepth: 100 }],
    [['--no-sandbox', '--experimental-lsp', '-e', 'none'], { sandbox: false }],
    [['--sandbox=false'], { sandbox: false }],
    [['--chat-recording', 'false', 'go'], { chatRecording: false, prompt: 'go' }],
    [['--chat-recording=false'], { chatRecording: false }],
    [['--chat-recording', 'go'], { chatRecording: true, prompt: 'go' }],
    [['--chat-recording', '--', 'false'], { chatRecording: true, prompt: 'false' }],
    [['false'], { prompt: 'false' }],
    [['-p', 'false'], { prompt: 'false' }],
    [['-dy', 'true', 'go'], { debug: true, approvalMode: 'yolo', prompt: 'go' }],
    [['--telemetry', '--no-chat-recording', '--channel=SDK', '--telemetry-target', 'local'], { chatRecording: false }],
  ])('%j', (argv, expected) => {
    expect(parseCommandLine(argv)).toEqual({ kind: 'run', options: { ...NOTHING, ...expected } });
  });
});

describe('help, version, commands', () => {
  it.each<[string[], unknown]>([
    [['--help'], { kind: 'help' }],
    [['-h', 'hello'], { kind: 'help' }],
    [['-v'], { kind: 'version' }],
    [['-p', 'x', '--version'], { kind: 'version' }],
    [['-l'], { kind: 'answer', shown: 'No extensions are installed.' }],
    [['sessions', 'list', '--json'], { kind: 'command', name: 'sessions', argv: ['list', '--json'], debug: false }],
    [['mcp'], { kind: 'command', name: 'mcp', argv: [], debug: false }],
    [
      ['mcp', 'add', 'n', 'cmd', '--own', '-x'],
      { kind: 'command', name: 'mcp', argv: ['add', 'n', 'cmd', '--own', '-x'], debug: false },
    ],
    [['-d', 'mcp', 'list'], { kind: 'command', name: 'mcp', argv: ['list'], debug: true }],
    [['mcp', '--help'], { kind: 'command', name: 'mcp', argv: ['--help'], debug: false }],
  ])('%j', (argv, expected) => {
    expect(parseCommandLine(argv)).toEqual(expected);
  });
});

describe('usage errors', () => {
  it.each<[string[], string]>([
    [['--nonsense'], 'Unknown option: --nonsense.'],
    [['-z'], 'Unknown option: -z.'],
    [['--no-model'], 'Unknown option: --no-model.'],
    [['--constructor'], 'Unknown option: --constructor.'],
    [['-p'], '-p needs a value; one that begins with a dash is written --prompt=VALUE.'],
    [['-p', '--yolo'], '-p needs a value; one that begins with a dash is written --prompt=VALUE.'],
    [['--yolo=maybe'], '--yolo takes no value other than true or false.'],
    [['-o', 'xml'], '-o must be one of: text, json, stream-json.'],
    [['--approval-mode', 'sometimes'], '--approval-mode must be one of: plan, default, auto-edit, auto, yolo.'],
    [['--max-session-turns', 'many'], '--max-session-turns must be a whole number.'],
    [['--max-session-turns', ''], '--max-session-turns must be a whole number.'],
    [['hello', '-p', 'x'], 'Give the prompt once: as an argument or with -p, not both.'],
    [['-p', 'x', '-i', 'y'], 'Give the prompt once: with -i to stay, or with -p or as an argument to run it and end.'],
    [['-y', '--approval-mode', 'plan'], 'Use either --yolo or --approval-mode, not both.'],
    [['--include-partial-messages'], '--include-partial-messages needs --output-format stream-json.'],
    [['--input-format', 'stream-json'], '--input-format stream-json needs --output-format stream-json.'],
    [['--fork-session'], '--fork-session needs --continue or --resume: it copies that session.'],
    [['--session-id', 'me'], '--session-id must be a UUID.'],
    [['--json-fd', '3', '--json-file', 'f'], 'Use either --json-fd or --json-file, not both.'],
    [['--json-fd', '1'], '--json-fd must be 3 or more: 0, 1 and 2 belong to the terminal.'],
    [
      ['--input-file', 'f', 'go'],
      '--json-fd, --json-file and --input-file are for the interactive session; elsewhere there is --output-format stream-json.',
    ],
    [['-c', '--resume', ID], 'Use either --continue or --resume, not both.'],
    [['-c', '--session-id', ID], '--session-id is for a new session: leave out --continue and --resume.'],
    [['-r', ID, '--session-id', ID], '--session-id is for a new session: leave out --continue and --resume.'],
    [['-c', '-r'], 'Use either --continue or --resume, not both.'],
    [['--max-wall-time', 'soon'], '--max-wall-time must be a time such as 90, 30s, 5m or 1.5h.'],
    [['--max-wall-time', '0'], '--max-wall-time must be a time such as 90, 30s, 5m or 1.5h.'],
    [['--max-subagent-depth', '0'], '--max-subagent-depth must be a number from 1 to 100.'],
    [['--max-subagent-depth', '101'], '--max-subagent-depth must be a number from 1 to 100.'],
    [['--bare', '--mcp-config', '{}'], '--bare runs without MCP servers: leave out --bare or --mcp-config.'],
    [['--chat-recording=maybe'], '--chat-recording takes no value other than true or false.'],
  ])('%j', (argv, shown) => {
    expect(parseCommandLine(argv)).toEqual({ kind: 'usage-error', shown });
  });
});

describe('what this version does not have', () => {
  it.each<[string[], string]>([
    [['--acp'], '--acp is not supported by this version of qwen; leave it out.'],
    [['-s'], '-s is not supported by this version of qwen; leave it out.'],
    [['--sandbox', 'hello'], '--sandbox is not supported by this version of qwen; leave it out.'],
    [['-e', 'none,theirs'], 'This version of qwen has no extensions; leave out -e, or give -e none.'],
    [['--worktree'], '--worktree is not supported by this version of qwen; leave it out.'],
    [
      ['serve', '--port', '1'],
      'The command "serve" is not part of this version of qwen; to send that word as a prompt, use -p.',
    ],
  ])('%j', (argv, shown) => {
    expect(parseCommandLine(argv)).toEqual({ kind: 'unsupported', shown });
  });
});

describe('variables that stand for a flag', () => {
  it.each<[Record<string, string>, string[], Partial<RunOptions>]>([
    [{ QWEN_CODE_SAFE_MODE: '1' }, [], { safeMode: true }],
    [{ QWEN_CODE_SAFE_MODE: 'true' }, [], { safeMode: true }],
    [{ QWEN_CODE_SAFE_MODE: '1' }, ['--safe-mode=false'], { safeMode: false }],
    [{ QWEN_CODE_SAFE_MODE: 'false' }, [], { safeMode: false }],
    [{ QWEN_CODE_SAFE_MODE: '' }, ['--safe-mode'], { safeMode: true }],
    [
      { QWEN_DISABLED_SLASH_COMMANDS: 'clear, init' },
      ['--disabled-slash-commands', 'init,model'],
      { disabledSlashCommands: ['init', 'model', 'clear'] },
    ],
  ])('%j %j', (env, argv, expected) => {
    expect(parseCommandLine(argv, env)).toEqual({ kind: 'run', options: { ...NOTHING, ...expected } });
  });
});
