/**
 * `qwen mcp gates`: is this machine ready for a rollout? Reads the latest inventory, canary lab and journal, judges the
 * eight gates, and says the one next step of each. Starts no server.
 */
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { runParsed, usageError, type McpCommandIo } from '../command-io.js';
import { parseCommand, type CommandSpec } from '../parse-command.js';
import type { GateFacts, GateReport, GateStatus } from './gate.js';
import { gatherFacts } from './gather-facts.js';
import { judgeGates } from './judge-gates.js';

const FORMATS = ['table', 'json', 'yaml', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

const SPEC: CommandSpec = {
  usage: 'gates [options]',
  about: `Judges the eight rollout gates from the latest inventory, canary lab and outcome journal, each with its evidence
and the one next step. "qwen mcp inventory" and "qwen mcp canary" make the evidence; nothing is started here.

Exit codes: 0 every gate passed; 1 one did not, or wrong usage; 52 a settings file can't be understood.`,
  options: {
    format: { alias: 'f', type: 'string', describe: FORMATS.join(', '), defaultDescription: 'table' },
    html: { type: 'string', describe: 'Also write one self-contained page to this file' },
  },
};

export async function runMcpGates(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, async ({ words, values, help }) => {
    const [strange] = words;
    if (strange !== undefined) return usageError({ help, shown: `Unknown word: ${strange}` }, io);
    const format = values.text('format') ?? 'table';
    if (!isFormat(format)) return usageError({ help, shown: `--format must be one of ${FORMATS.join(', ')}.` }, io);
    const facts = await gatherFacts(io);
    const report = judgeGates(facts, new Date(systemClock.now()).toISOString());
    const html = values.text('html');
    if (html !== undefined) await writePage(html, report, facts, io);
    io.stdout(await FORMATTERS[format](report, io));
    return report.passed ? EXIT.ok : EXIT.failure;
  });
}

const isFormat = (text: string): text is Format => FORMATS.includes(text as Format);

async function writePage(
  file: string,
  report: GateReport,
  facts: GateFacts,
  { cwd, stderr }: McpCommandIo,
): Promise<void> {
  const [{ gatesPage }, { resolve }, { replaceFile }] = await Promise.all([
    import('./page.js'),
    import('node:path'),
    import('@qwen-code/qwen-code-core/settings/replace-file.js'),
  ]);
  const path = resolve(cwd, file);
  try {
    replaceFile(path, gatesPage(report, facts), { mode: 0o644 });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new QwenError('io', `The page ${path} can't be written (${code}).`, error);
  }
  stderr(`Wrote ${path}\n`);
}

const COLOURS: Readonly<Record<GateStatus, number>> = { pass: 32, fail: 31, not_yet: 33 };

const FORMATTERS: Readonly<Record<Format, (report: GateReport, io: McpCommandIo) => Promise<string>>> = {
  table: async (report, io) => {
    const { gatesText } = await import('./gates-text.js');
    const isPlain = io.isTTY !== true || (io.env['NO_COLOR'] ?? '') !== '';
    return gatesText(report, {
      width: io.columns ?? Infinity,
      paint: (status, text) => (isPlain ? text : `\u001b[${COLOURS[status]}m${text}\u001b[0m`),
    });
  },
  json: async (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  yaml: async (report) => (await import('yaml')).stringify(report, { lineWidth: 0, aliasDuplicateObjects: false }),
  markdown: async (report) => (await import('./gates-text.js')).gatesMarkdown(report),
};
