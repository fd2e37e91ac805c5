/**
 * `qwen mcp inventory accept`: the tools as they are now become the ones that were reviewed. Says what changes thereby.
 * Servers that could not be listed keep what was accepted before.
 */
import { acceptInventory } from '@qwen-code/qwen-code-core/mcp/inventory/accept-inventory.js';
import type { Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import type { McpCommandIo } from '../command-io.js';
import type { Gathered } from './gather.js';

/** Resolves with 1 when a server that was meant could not be listed. Throws QwenError('config'); then nothing changed. */
export function acceptGathered(gathered: Gathered, names: readonly string[], io: McpCommandIo): ExitCode {
  const unknown = names.find((name) => !gathered.known.includes(name));
  if (unknown !== undefined) {
    const known = gathered.known.length === 0 ? 'None is configured.' : `Configured: ${gathered.known.join(', ')}`;
    io.stderr(
      `There is no MCP server called ${JSON.stringify(unknown)}. ${printableText(known)} Nothing was accepted.\n`,
    );
    return EXIT.failure;
  }
  const isMeant = (name: string): boolean => names.length === 0 || names.includes(name);
  const before = gathered.inventory();
  const servers = gathered.listed.filter(({ server }) => isMeant(server));
  const offering = before.servers.filter(({ status }) => status !== 'left_out').map(({ server }) => server);
  const dropped =
    names.length > 0 ? [] : gathered.acceptedServers.filter((name) => !offering.includes(printableText(name)));
  const at = new Date(systemClock.now()).toISOString();
  acceptInventory({ file: gathered.file, at, servers, dropped });
  for (const { server, tools } of servers) {
    io.stdout(`${printableText(server)}: ${tools.length === 1 ? '1 tool' : `${tools.length} tools`} accepted.\n`);
  }
  tellChanges(
    before,
    servers.map(({ server }) => printableText(server)),
    io,
  );
  for (const name of dropped) io.stdout(`${printableText(name)}: offers nothing any more; no longer accepted.\n`);
  const missed = before.servers.filter(
    ({ server, status }) => isMeant(server) && (status === 'failed' || status === 'not_started'),
  );
  for (const { server, problem } of missed) io.stderr(`${server}: not accepted. ${problem ?? ''}\n`);
  io.stdout(`Written to ${gathered.file}\n`);
  return missed.length === 0 ? EXIT.ok : EXIT.failure;
}

function tellChanges({ drift }: Inventory, servers: readonly string[], { stdout }: McpCommandIo): void {
  for (const { server, tool, says } of drift.filter((each) => servers.includes(each.server))) {
    stdout(`  ${server}/${tool} ${says}\n`);
  }
}
