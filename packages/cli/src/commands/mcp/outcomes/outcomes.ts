/**
 * `qwen mcp outcomes`: the calls whose outcome had to be put on record. Lists them with the unknown ones first, shows
 * one, takes a person's verdict, sends one again by that person's decision, exports, prunes.
 */
import { pruneJournal } from '@qwen-code/qwen-code-core/mcp/journal/prune.js';
import type { Outcome, OutcomeState } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { runParsed, usageError, type McpCommandIo } from '../command-io.js';
import { parseCommand, type CommandSpec, type Values } from '../parse-command.js';
import { EXPORT_FORMATS, exportOutcomes, type ExportFormat } from './export.js';
import { judgeOutcome } from './judge.js';
import { openJournal, type OpenedJournal } from './open-journal.js';
import { outcomeView } from '../../../outcomes/outcome-view.js';
import { findOutcome, parseSince, selectOutcomes, STATES, type Filter } from '../../../outcomes/select.js';
import { outcomePage, outcomeTable } from '../../../outcomes/words.js';

const SPEC: CommandSpec = {
  usage: `outcomes [list] [options]
       qwen mcp outcomes show ID
       qwen mcp outcomes reconcile ID --as committed|not_committed|still_unknown --note TEXT
       qwen mcp outcomes retry ID
       qwen mcp outcomes export [--format json|yaml|csv]
       qwen mcp outcomes prune`,
  about: `MCP calls that must not be repeated are put on record before they leave. Lists those whose outcome is unknown
first. "reconcile" says what you found out, which lifts the hold on an identical call at once; "retry" sends a call
that did not happen once more, in a terminal, after asking; "prune" drops closed records older than the setting
"mcp.unknownOutcomes.retentionDays". ID may be cut short while it names one record.

Exit codes: 0 done; 1 wrong usage, no such record, or with --fail-on-unknown an unknown outcome among those listed;
52 a settings file can't be understood.`,
  options: {
    server: { type: 'string', describe: 'Only calls of this server' },
    tool: { type: 'string', describe: 'Only calls of this tool, by the name its server gives it' },
    state: { type: 'string', describe: `Only these, separated by commas: ${STATES.join(', ')}` },
    since: { type: 'string', describe: 'Only calls since then: 2026-01-31, 24h, 7d' },
    here: { type: 'boolean', describe: 'Only calls made in this folder' },
    limit: { type: 'string', describe: 'At most so many lines; default 50 in a list for people, all in --json' },
    json: { type: 'boolean', describe: 'As JSON' },
    'fail-on-unknown': { type: 'boolean', describe: 'Exit with 1 when an unknown outcome is among them' },
    as: { type: 'string', describe: 'reconcile: what you found out' },
    note: { type: 'string', describe: 'reconcile: how you know' },
    format: { type: 'string', describe: `export: ${EXPORT_FORMATS.join(', ')}`, defaultDescription: 'json' },
  },
};

const LIST_LIMIT = 50;

interface Asked {
  readonly words: readonly string[];
  readonly values: Values;
  readonly io: McpCommandIo;
  fail(shown: string): ExitCode;
}

type Verb = (asked: Asked) => Promise<ExitCode>;

const VERBS: Readonly<Record<string, { readonly words: number; readonly run: Verb }>> = {
  list: { words: 0, run: list },
  show: { words: 1, run: show },
  reconcile: { words: 1, run: (asked) => withOutcome(asked, judgeOutcome) },
  retry: {
    words: 1,
    run: (asked) => withOutcome(asked, async (found) => (await import('./retry.js')).retryOutcome(found)),
  },
  export: { words: 0, run: exportAll },
  prune: { words: 0, run: prune },
};

export async function runMcpOutcomes(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, ({ words: [name = 'list', ...words], values, help }) => {
    const fail = (shown: string): ExitCode => usageError({ help, shown }, io);
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (verb === undefined) return fail(`Unknown word: ${name}`);
    if (words.length > verb.words) return fail(`Too many words: ${words.slice(verb.words).join(' ')}`);
    if (words.length < verb.words) return fail(`Which one? Give its ID: qwen mcp outcomes ${name} ID`);
    return verb.run({ words, values, io, fail });
  });
}

async function list({ values, io, fail }: Asked): Promise<ExitCode> {
  const filter = filterOf(values, io);
  if (typeof filter === 'string') return fail(filter);
  const limit = limitOf(values);
  if (limit === 'wrong') return fail('--limit must be a whole number, such as 100.');
  const { read } = await openJournal(io);
  const found = selectOutcomes((await read()).outcomes, filter);
  const unknown = found.filter(({ state }) => state === 'unknown').length;
  const most = limit ?? (values.flag('json') === true ? Infinity : LIST_LIMIT);
  const views = found.slice(0, most).map(outcomeView);
  if (values.flag('json') === true) io.stdout(await exportOutcomes(views, 'json'));
  else if (found.length === 0) io.stdout('No calls on record.\n');
  else {
    const rest = found.length - views.length;
    const more = rest > 0 ? [`and ${rest} more; --limit shows more of them`] : [];
    const hint = unknown > 0 ? ['', unknownHint(unknown)] : [];
    io.stdout(`${[...outcomeTable(views, io.columns ?? Infinity), ...more, ...hint].join('\n')}\n`);
  }
  return values.flag('fail-on-unknown') === true && unknown > 0 ? EXIT.failure : EXIT.ok;
}

const unknownHint = (count: number): string =>
  `${count === 1 ? '1 outcome is' : `${count} outcomes are`} unknown. Look at one with: qwen mcp outcomes show ID`;

async function show(asked: Asked): Promise<ExitCode> {
  return withOutcome(asked, async ({ outcome, io, values }) => {
    const view = outcomeView(outcome);
    io.stdout(
      values.flag('json') === true ? `${JSON.stringify(view, undefined, 2)}\n` : `${outcomePage(view).join('\n')}\n`,
    );
    return EXIT.ok;
  });
}

async function exportAll({ values, io, fail }: Asked): Promise<ExitCode> {
  const format = values.text('format') ?? 'json';
  if (!EXPORT_FORMATS.includes(format as ExportFormat)) {
    return fail(`--format must be one of ${EXPORT_FORMATS.join(', ')}.`);
  }
  const filter = filterOf(values, io);
  if (typeof filter === 'string') return fail(filter);
  const { read } = await openJournal(io);
  io.stdout(
    await exportOutcomes(selectOutcomes((await read()).outcomes, filter).map(outcomeView), format as ExportFormat),
  );
  return EXIT.ok;
}

async function prune({ io }: Asked): Promise<ExitCode> {
  const { journal, loaded } = await openJournal(io);
  const { retentionDays } = loaded.settings.mcp.unknownOutcomes;
  const { dropped, problems } = await pruneJournal({ dir: journal.dir, nowMs: systemClock.now(), retentionDays });
  io.stdout(`Dropped ${dropped} closed ${dropped === 1 ? 'record' : 'records'} older than ${retentionDays} days.\n`);
  for (const { file } of problems)
    io.stderr(`Outcome journal ${file}: it could not be read whole and was left as it is.\n`);
  return problems.length === 0 ? EXIT.ok : EXIT.failure;
}

export interface FoundOutcome extends OpenedJournal {
  readonly outcome: Outcome;
  readonly values: Values;
  readonly io: McpCommandIo;
  fail(shown: string): ExitCode;
}

async function withOutcome(asked: Asked, run: (found: FoundOutcome) => Promise<ExitCode>): Promise<ExitCode> {
  const { words, io, values, fail } = asked;
  const [id = ''] = words;
  const opened = await openJournal(io);
  const outcome = findOutcome((await opened.read()).outcomes, id);
  if (typeof outcome === 'string') {
    const why = outcome === 'none' ? 'There is no record' : 'There is more than one record';
    io.stderr(`${why} ${id}. Run \`qwen mcp outcomes\` to see them.\n`);
    return EXIT.failure;
  }
  try {
    return await run({ ...opened, outcome, values, io, fail });
  } finally {
    await opened.journal.close();
  }
}

/** What the options ask for, or what is wrong with them. */
function filterOf(values: Values, { cwd }: McpCommandIo): Filter | string {
  const states = (values.text('state') ?? '').split(',').filter((state) => state !== '');
  const strange = states.find((state) => !STATES.includes(state as OutcomeState));
  if (strange !== undefined) return `--state "${strange}" must be one of ${STATES.join(', ')}.`;
  const since = values.text('since');
  const sinceMs = since === undefined ? undefined : parseSince(since, systemClock.now());
  if (since !== undefined && sinceMs === undefined)
    return '--since must be a date such as 2026-01-31, or an age such as 24h or 7d.';
  return {
    server: values.text('server'),
    tool: values.text('tool'),
    states: states as OutcomeState[],
    sinceMs,
    workspace: values.flag('here') === true ? cwd : undefined,
  };
}

function limitOf(values: Values): number | undefined | 'wrong' {
  const text = values.text('limit');
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : 'wrong';
}
