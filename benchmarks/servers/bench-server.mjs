/**
 * A stdio MCP server as small as one can be: no SDK, no ledger, answers at once. `node bench-server.mjs STATE_DIR`.
 *
 * `echo`, declared read-only, and `write`, with nothing declared, answer; `drop` and `drop_safe` note the time in STATE_DIR/events.jsonl and kill their own process. `drop`
 * keeps every later process from coming up until BACK_AFTER_MS have passed. Times are the system's monotonic clock in
 * milliseconds, which all processes of one machine share.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BACK_AFTER_MS = 400;
const startedMs = performance.now();
const stateDir = process.argv[2];
const eventsPath = join(stateDir, 'events.jsonl');
const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

const schema = { type: 'object', properties: { text: { type: 'string' } } };
const TOOLS = [
  { name: 'echo', description: 'Answers pong.', inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: 'write', description: 'Answers pong.', inputSchema: schema },
  { name: 'drop', description: 'Dies.', inputSchema: schema },
  { name: 'drop_safe', description: 'Dies once.', inputSchema: schema, annotations: { idempotentHint: true } },
];

const events = readEvents();
const drop = events.findLast(({ event }) => event === 'drop');
if (drop !== undefined && nowMs() < drop.atMs + BACK_AFTER_MS) process.exit(1);
const isSecondLife = events.some(({ event }) => event === 'drop_safe');

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) if (line.trim() !== '') receive(JSON.parse(line));
});
process.stdin.on('end', () => process.exit(0));
if (isSecondLife) note('start', { ownStartMs: startedMs });

function receive({ id, method, params }) {
  if (id === undefined) return;
  const result = answer(method, params);
  const reply = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}

function answer(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'bench', version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: TOOLS };
    case 'tools/call':
      return call(params.name);
    default:
      return undefined;
  }
}

function call(name) {
  if (name === 'drop' || (name === 'drop_safe' && !isSecondLife)) {
    note(name);
    process.kill(process.pid, 'SIGKILL');
  }
  return { content: [{ type: 'text', text: 'pong' }] };
}

function note(event, facts = {}) {
  appendFileSync(eventsPath, `${JSON.stringify({ event, atMs: nowMs(), ...facts })}\n`);
}

function readEvents() {
  try {
    return readFileSync(eventsPath, 'utf8').trim().split('\n').filter(Boolean).map(JSON.parse);
  } catch {
    return [];
  }
}
