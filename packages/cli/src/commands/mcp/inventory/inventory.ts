/**
 * `qwen mcp inventory`: every tool of every server with its owner, class and gates; what drifted since it was accepted;
 * and, for CI, whether all of it is in order. Progress and problems go to stderr, the inventory alone to stdout.
 */
import { saveLatestInventory } from '@qwen-code/qwen-code-core/mcp/inventory/latest-inventory.js';
import type { Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { runParsed, usageError, type McpCommandIo } from '../command-io.js';
import { parseCommand, type CommandSpec } from '../parse-command.js';
import { acceptGathered } from './accept.js';
import { gatherInventory } from './gather.js';
import { findingCounts, findingLine } from './words.js';

const FORMATS = ['table', 'json', 'yaml', 'markdown', 'csv'] as const;
type Format = (typeof FORMATS)[number];

const SPEC: CommandSpec = {
  usage: 'inventory [options]\n       qwen mcp inventory accept [server...]',
  about: `Lists every tool of every MCP server: owner, replay class, trust, whether it may be sent again after a lost
answer, which gates are shut and what would open them. "accept" writes the tools as they are now, or those of
the servers named, to .qwen/mcp-inventory.json; later runs and sessions report what drifted since.

Exit codes: 0 the inventory was given, and with --check all is in order; 1 --check found something (stderr says
what), a server could not be accepted, or wrong usage; 52 a settings or inventory file can't be understood.`,
  options: {
    format: { alias: 'f', type: 'string', describe: FORMATS.join(', '), defaultDescription: 'table' },
    check: {
      type: 'boolean',
      describe:
        'Exit with 1 on drift, a tool without owner or class, contradictions, wrong types, or a server not listed',
    },
  },
};

export async function runMcpInventory(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, async ({ words, values, help }) => {
    const [verb, ...names] = words;
    const format = values.text('format') ?? 'table';
    const check = values.flag('check') === true;
    if (verb !== undefined && verb !== 'accept') return usageError({ help, shown: `Unknown word: ${verb}` }, io);
    if (!isFormat(format)) return usageError({ help, shown: `--format must be one of ${FORMATS.join(', ')}.` }, io);
    if (verb === 'accept' && (check || values.text('format') !== undefined)) {
      return usageError({ help, shown: 'accept takes no options, only names of servers.' }, io);
    }
    const gathered = await gatherInventory(io);
    if (io.signal?.aborted === true) return EXIT.sigint;
    for (const warning of gathered.warnings) io.stderr(`${warning}\n`);
    if (verb === 'accept') {
      const code = acceptGathered(gathered, names, io);
      keep(gathered.runtimeDir, gathered.inventory(), io);
      return code;
    }
    const inventory = gathered.inventory();
    keep(gathered.runtimeDir, inventory, io);
    io.stdout(await FORMATTERS[format](inventory, io));
    return check ? checked(inventory, io) : EXIT.ok;
  });
}

const isFormat = (text: string): text is Format => FORMATS.includes(text as Format);

/** The inventory was taken also where it can't be kept for the rollout gates. */
function keep(runtimeDir: string, inventory: Inventory, { stderr }: McpCommandIo): void {
  try {
    saveLatestInventory(runtimeDir, inventory);
  } catch (error) {
    stderr(`${shownText(error)}\n`);
  }
}

function checked({ findings }: Inventory, { stderr }: McpCommandIo): ExitCode {
  if (findings.length === 0) return EXIT.ok;
  for (const finding of findings) stderr(`${findingLine(finding)}\n`);
  stderr(`The inventory is not in order: ${findingCounts(findings)}.\n`);
  return EXIT.failure;
}

type Formatter = (inventory: Inventory, io: McpCommandIo) => Promise<string>;

const FORMATTERS: Readonly<Record<Format, Formatter>> = {
  table: async (inventory, io) => {
    const { inventoryTable } = await import('./table.js');
    const isPlain = io.isTTY !== true || (io.env['NO_COLOR'] ?? '') !== '';
    return inventoryTable(inventory, {
      width: io.columns ?? Infinity,
      highlight: (text) => (isPlain ? text : `\u001b[1;31m${text}\u001b[0m`),
    });
  },
  json: async (inventory) => `${JSON.stringify(inventory, undefined, 2)}\n`,
  yaml: async (inventory) =>
    (await import('yaml')).stringify(inventory, { lineWidth: 0, aliasDuplicateObjects: false }),
  markdown: async (inventory) => (await import('./markdown.js')).inventoryMarkdown(inventory),
  csv: async (inventory) => (await import('./csv.js')).inventoryCsv(inventory),
};
