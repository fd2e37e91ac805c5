/**
 * The MCP server on the screens: a small shop's payments. `charge_card` takes the money and dies before it answers;
 * `export_ledger` says how far it is and goes on for as long as the picture takes.
 */
import { createInterface } from 'node:readline';

const text = { type: 'string' };
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const TOOLS = [
  {
    name: 'list_orders',
    description: 'Lists the orders of a day.',
    inputSchema: object({ day: text }),
    annotations: { readOnlyHint: true },
  },
  {
    name: 'charge_card',
    description: 'Charges the card of a customer.',
    inputSchema: object({ order: text, amount: { type: 'number' }, currency: text }),
    annotations: { destructiveHint: true },
  },
  {
    name: 'export_ledger',
    description: 'Writes the ledger of a year to a file.',
    inputSchema: object({ year: { type: 'integer' } }),
    annotations: { idempotentHint: true },
  },
];

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'payments', version: '1.4.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': call,
};

function call({ name, _meta: meta }) {
  if (name === 'charge_card') process.kill(process.pid, 'SIGKILL');
  if (name === 'list_orders') return { content: [{ type: 'text', text: '3 orders: 4711, 4712, 4713' }] };
  const progressToken = meta?.progressToken;
  const params = { progressToken, progress: 7, total: 12, message: 'Writing July' };
  if (progressToken !== undefined) write({ method: 'notifications/progress', params });
  return undefined;
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const result = id === undefined ? undefined : METHODS[method]?.(params);
    if (result !== undefined) write({ id, result });
  })
  .on('close', () => process.exit(0));
