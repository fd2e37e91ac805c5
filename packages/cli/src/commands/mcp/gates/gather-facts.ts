/** Gathers what the gates look at: the latest inventory and lab, the settings, and the journal. Starts nothing. */
import { realpathSync } from 'node:fs';
import { readKeptCanary } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import { readLatestInventory } from '@qwen-code/qwen-code-core/mcp/inventory/latest-inventory.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { readJournal } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { VERSION } from '../../../version.js';
import { defaultMode } from '../../../wire/approval-policy.js';
import { placeOf, type McpCommandIo } from '../command-io.js';
import type { GateFacts, InstallChannel, JournalFacts } from './gate.js';

export async function gatherFacts(io: McpCommandIo): Promise<GateFacts> {
  const loaded = await loadSettings(placeOf(io));
  for (const warning of loaded.warnings) io.stderr(`${warning}\n`);
  const { settings, runtimeDir, paths } = loaded;
  const inventory = readLatestInventory(runtimeDir);
  const canary = readKeptCanary(runtimeDir);
  return {
    version: VERSION,
    channel: channelOf(programPath(process.argv[1] ?? '')),
    nodeVersion: process.version,
    workspace: io.cwd,
    inventory:
      inventory.kind === 'read' ? inventory.inventory : inventory.kind === 'none' ? undefined : inventory.shown,
    canary: canary.kind === 'kept' ? canary.run : canary.kind === 'none' ? undefined : canary.shown,
    defaults: {
      freeze: settings.mcp.unknownOutcomes.freeze,
      approvalMode: settings.tools.approvalMode ?? defaultMode(loaded),
      healthChecks: settings.mcp.health?.enabled !== false,
      chatRecording: settings.general.chatRecording,
    },
    journal: await journalFacts(journalPlaces({ runtimeDir, userDir: paths.userDir }).dir, io.cwd),
  };
}

async function journalFacts(dir: string, workspace: string): Promise<JournalFacts> {
  const { outcomes, problems } = await readJournal({ dir });
  const here = outcomes.filter(({ intent }) => intent.workspace === workspace);
  return {
    unknown: here.filter(({ state }) => state === 'unknown').map(({ id }) => id),
    reconciled: here.filter(({ state }) => state === 'committed' || state === 'not_committed').length,
    problems: problems.map(({ file }) => `Journal file ${file} can't be read whole.`),
  };
}

/** A command on the PATH is a link; what it leads to says how it was installed. */
function programPath(started: string): string {
  try {
    return realpathSync(started);
  } catch {
    return started;
  }
}

/** By the path of the program that runs. Pure. */
export function channelOf(program: string): InstallChannel {
  const path = program.replaceAll('\\', '/');
  const packaged = path.includes('/node_modules/');
  if (packaged && path.includes('/_npx/')) return { kind: 'npx', program };
  if (packaged && /\/(lib|npm)\/node_modules\/@qwen-code\/qwen-code\//.test(path))
    return { kind: 'npm-global', program };
  if (packaged) return { kind: 'npm-project', program };
  return { kind: path.endsWith('/packages/cli/dist/qwen.js') ? 'source' : 'other', program };
}
