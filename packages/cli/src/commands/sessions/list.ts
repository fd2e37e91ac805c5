/** `qwen sessions list`: the recorded sessions of this directory, the newest first, as a table or one JSON object a line. */
import { listSessions, type SessionSummary } from '@qwen-code/qwen-code-core/sessions/list-sessions.js';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { placeOf, runParsed, usageError, type McpCommandIo } from '../mcp/command-io.js';
import { columns, cut, type Row } from '../mcp/inventory/layout.js';
import { parseCommand, type CommandSpec } from '../mcp/parse-command.js';

const SPEC: CommandSpec = {
  group: 'sessions',
  usage: 'list [--json] [--limit N]',
  about: 'Lists the recorded sessions of this directory; the one that was written to last comes first.',
  options: {
    json: { type: 'boolean', describe: 'One JSON object a line' },
    limit: { type: 'string', requiresArg: true, describe: 'At most so many', default: '20' },
  },
};

const HEAD: Row = ['SESSION ID', 'STARTED', 'TITLE', 'BRANCH', 'PROMPT'];

/** Titles and prompts are cut, so that a line stays a line. */
const LONGEST_TITLE = 30;
const LONGEST_PROMPT = 60;

export async function runSessionsList(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, async ({ help, words, values }) => {
    const limit = values.text('limit') ?? '';
    if (words.length > 0) return usageError({ help, shown: `qwen sessions list takes no "${words[0]}".` }, io);
    if (!/^\d+$/.test(limit)) return usageError({ help, shown: '--limit must be a whole number.' }, io);
    const { runtimeDir, warnings } = await loadSettings(placeOf(io));
    for (const warning of warnings) io.stderr(`${warning}\n`);
    const sessions = listSessions({ runtimeDir, cwd: io.cwd, limit: Number(limit) });
    io.stdout(values.flag('json') === true ? sessions.map(jsonLine).join('') : table(sessions, io.columns));
    return EXIT.ok;
  });
}

const jsonLine = (session: SessionSummary): string => `${JSON.stringify(session)}\n`;

/** Cut to the terminal where one shows it. */
function table(sessions: readonly SessionSummary[], width = Infinity): string {
  if (sessions.length === 0) return 'No sessions are recorded for this directory.\n';
  const lines = columns([HEAD, ...sessions.map(row)], Infinity) ?? [];
  return lines.map((line) => `${cut(line, width)}\n`).join('');
}

function row({ sessionId, startTime, customTitle, gitBranch, prompt }: SessionSummary): Row {
  const cell = (text = '', width = Infinity): string => cut(printableText(text).trim(), width) || '-';
  return [
    sessionId,
    cell(startTime === undefined ? undefined : localTime(startTime)),
    cell(customTitle, LONGEST_TITLE),
    cell(gitBranch, LONGEST_TITLE),
    cell(prompt, LONGEST_PROMPT),
  ];
}

/** As in `2026-01-31 17:05`; a text that is no time stays as it is. */
function localTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toLocaleString('sv', { dateStyle: 'short', timeStyle: 'short' });
}
