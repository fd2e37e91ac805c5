/** The sign before a server's line, coloured where a terminal shows colours. */
import type { McpCommandIo } from './command-io.js';
import type { Verdict } from './check-servers.js';

const MARKS: Readonly<Record<Verdict['kind'], readonly [sign: string, colour: number]>> = {
  connected: ['✓', 32],
  failed: ['✗', 31],
  'not-started': ['●', 33],
};

export function markOf({ kind }: Verdict, { isTTY = false, env }: Pick<McpCommandIo, 'isTTY' | 'env'>): string {
  const [sign, colour] = MARKS[kind];
  const isPlain = !isTTY || (env['NO_COLOR'] ?? '') !== '';
  return isPlain ? sign : `\u001b[${colour}m${sign}\u001b[0m`;
}
