import { mkdtempSync, rmSync, writeFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../shared/clock.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { createStdioTransport, type StdioTransport } from './stdio.js';
import type { AttemptWatch } from './types.js';

/** A server in a few lines of plain Node: `onCall` is the body run for each tools/call, with `reply(result)` at hand. */
const serverSource = (onCall: string): string => `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  let rest = '';
  process.stdin.on('data', (chunk) => {
    rest += chunk;
    const lines = rest.split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      const { id, method, params } = JSON.parse(line);
      const reply = (result) => send({ id, result });
      if (method === 'initialize') reply({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
      if (method === 'tools/call') { ${onCall} }
    }
  });
`;

let dir: string;
let transports: StdioTransport[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'qwen-stdio-'));
  transports = [];
});
afterEach(async () => {
  await Promise.all(transports.map((transport) => transport.close()));
  rmSync(dir, { recursive: true, force: true });
});

interface Opened {
  readonly client: Client;
  readonly transport: StdioTransport;
  readonly lost: Promise<unknown>;
  readonly junk: string[];
}

async function open(source: string): Promise<Opened> {
  const file = join(dir, 'server.cjs');
  writeFileSync(file, source);
  const transport = createStdioTransport({
    plan: { kind: 'stdio', command: process.execPath, args: [file], env: { LEDGER: join(dir, 'ledger') }, cwd: dir },
    env: process.env,
    clock: systemClock,
    debug: noDebugLog,
  });
  transports.push(transport);
  const junk: string[] = [];
  transport.onjunk = (text) => junk.push(text);
  const lost = new Promise((resolve) => (transport.onlost = resolve));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return { client, transport, lost, junk };
}

async function call({ client, transport }: Opened, args: Record<string, unknown> = {}): Promise<AttemptWatch> {
  const watch = transport.watchAttempt();
  await watch
    .run(() => client.request({ method: 'tools/call', params: { name: 't', arguments: args } }, ResultSchema))
    .catch(() => {});
  return watch;
}

const facts = ({ reply, reach, gone }: AttemptWatch): object => ({ reply, reach, gone });
const LOST = { reply: undefined, reach: 'unanswered', gone: true };

it.each([
  ['exit', 'process.exit(1)'],
  ['SIGKILL', "process.kill(process.pid, 'SIGKILL')"],
  ['half a frame, then exit', `process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"resu', () => process.exit(0))`],
  ['stdout closed while alive', "require('fs').closeSync(1); process.stdout.destroy()"],
])('loses the call: %s', async (_name, onCall) => {
  const opened = await open(serverSource(onCall));
  expect(facts(await call(opened))).toEqual(LOST);
  await opened.lost;
});

it('takes a whole reply from a process that exits right after it', async () => {
  const big = 'x'.repeat(3_000_000);
  const opened = await open(
    serverSource(
      `require('fs').writeSync; reply({ content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] }); process.stdout.end(() => process.exit(0))`,
    ),
  );
  const watch = await call(opened);
  expect(watch.reply).toEqual({ kind: 'result', result: { content: [{ type: 'text', text: big }] } });
  await opened.lost;
});

it('does not hand a call to a process that is known to be gone', async () => {
  const opened = await open(serverSource('process.exit(1)'));
  await call(opened);
  expect(facts(await call(opened))).toEqual({ reply: undefined, reach: 'unsent', gone: true });
});

it('tells an error reply from a loss, whatever its code says', async () => {
  const opened = await open(
    serverSource(`send({ id, error: { code: -32000, message: 'Connection closed ECONNRESET' } })`),
  );
  expect(facts(await call(opened))).toEqual({
    reply: { kind: 'error', code: -32000, message: 'Connection closed ECONNRESET' },
    reach: 'unanswered',
    gone: false,
  });
});

it('settles a reply that the SDK could not parse, and keeps what the peer said', async () => {
  const opened = await open(serverSource(`reply('not an object')`));
  expect((await call(opened)).reply).toEqual({ kind: 'result', result: 'not an object' });
});

it('ignores junk on stdout and reports it', async () => {
  const opened = await open(
    `console.log('banner \\x1b[31mred\\x1b[0m'); console.log(''); console.log('{"a":1}');` +
      serverSource(`console.log('working'); reply({ content: [] })`),
  );
  expect((await call(opened)).reply).toEqual({ kind: 'result', result: { content: [] } });
  expect(opened.junk).toEqual(['banner \x1b[31mred\x1b[0m', 'a JSON value that is no JSON-RPC message', 'working']);
});

it('keeps the calls of one dying connection apart: answered ones stay answered', async () => {
  const opened = await open(
    serverSource(
      `if (params.arguments.n === 1) reply({ content: [] }); else if (params.arguments.n === 3) process.stdout.end(() => process.exit(1))`,
    ),
  );
  const watches = await Promise.all([call(opened, { n: 1 }), call(opened, { n: 2 }), call(opened, { n: 3 })]);
  expect(watches.map(facts)).toEqual([
    { reply: { kind: 'result', result: { content: [] } }, reach: 'unanswered', gone: false },
    LOST,
    LOST,
  ]);
});

it('survives a closed stdin: the write is lost, the process of qwen lives', async () => {
  const opened = await open(
    serverSource(
      `reply({ content: [] }); process.stdin.destroy(); require('fs').closeSync(0); setInterval(() => {}, 1000)`,
    ),
  );
  await call(opened);
  // More than the buffer between them takes: what fits in there is written without an error, read or not.
  const second = await call(opened, { text: 'y'.repeat(4_000_000) });
  expect(second.reply).toBeUndefined();
  expect(second.gone).toBe(true);
  await opened.lost;
});

it('ends the whole process tree, also a grandchild that ignores SIGTERM', async () => {
  const pidFile = join(dir, 'pid');
  const grandchild = `process.on('SIGTERM', () => {}); require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const opened = await open(
    serverSource(
      `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: ['ignore', 'inherit', 'ignore'] });
       const t = setInterval(() => { if (require('fs').existsSync(${JSON.stringify(pidFile)})) { clearInterval(t); reply({ content: [] }); } }, 5);`,
    ),
  );
  await call(opened);
  expect(existsSync(pidFile)).toBe(true);
  const pids = [opened.transport.pid!, Number(readFileSync(pidFile, 'utf8'))];
  await opened.transport.close();
  for (const pid of pids) await expectGone(pid);
});

/** A killed process is gone once its parent reaped it; init reaps a grandchild in its own time. */
async function expectGone(pid: number): Promise<void> {
  await expect
    .poll(() => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ') ? 'gone' : 'alive';
      } catch {
        return 'gone';
      }
    })
    .toBe('gone');
}

it('says why a program could not be started', async () => {
  const transport = createStdioTransport({
    plan: { kind: 'stdio', command: 'no-such-program-here', args: [], env: {}, cwd: dir },
    env: process.env,
    clock: systemClock,
    debug: noDebugLog,
  });
  await expect(transport.start()).rejects.toMatchObject({ code: 'ENOENT' });
  await transport.close();
});

it('hears progress that shares a chunk with the reply', async () => {
  const opened = await open(
    serverSource(`
      const { progressToken } = params._meta;
      const step = (progress) => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } });
      const lines = [step(1), step(2), { jsonrpc: '2.0', id, result: {} }].map((message) => JSON.stringify(message));
      process.stdout.write(lines.join('\\n') + '\\n');
    `),
  );
  const heard: number[] = [];
  await opened.client.request({ method: 'tools/call', params: { name: 't', arguments: {} } }, ResultSchema, {
    onprogress: ({ progress }) => heard.push(progress),
  });
  expect(heard).toEqual([1, 2]);
});

it('starts its process ahead when asked, once, and still tells what happens to it', async () => {
  const file = join(dir, 'server.cjs');
  writeFileSync(file, serverSource('reply({ content: [] }); process.exit(3);'));
  const transport = createStdioTransport({
    plan: { kind: 'stdio', command: process.execPath, args: [file], env: {}, cwd: dir },
    env: process.env,
    clock: systemClock,
    debug: noDebugLog,
  });
  transports.push(transport);
  transport.launch?.();
  const { pid } = transport;
  transport.launch?.();
  const lost = new Promise((resolve) => (transport.onlost = resolve));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  expect(transport.pid).toBe(pid);
  expect(facts(await call({ client, transport, lost, junk: [] }))).toMatchObject({ reply: { kind: 'result' } });
  await lost;
  await expect.poll(() => transport.exit).toMatchObject({ exitCode: 3 });
});

it('has what a process said that ended before it was listened to', async () => {
  const line = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
  const transport = createStdioTransport({
    plan: { kind: 'stdio', command: process.execPath, args: ['-e', `console.log('${line}')`], env: {}, cwd: dir },
    env: process.env,
    clock: systemClock,
    debug: noDebugLog,
  });
  transports.push(transport);
  const heard: unknown[] = [];
  transport.onmessage = (message) => heard.push(message);
  const lost = new Promise((resolve) => (transport.onlost = resolve));
  transport.launch?.();
  await expect.poll(() => transport.exit).toMatchObject({ exitCode: 0 });
  expect(heard).toEqual([]);
  await transport.start();
  await lost;
  expect(heard).toEqual([JSON.parse(line)]);
});

it('tells at the start why a program could not be started ahead', async () => {
  const transport = createStdioTransport({
    plan: { kind: 'stdio', command: 'no-such-program-here', args: [], env: {}, cwd: dir },
    env: process.env,
    clock: systemClock,
    debug: noDebugLog,
  });
  transport.launch?.();
  await expect(transport.start()).rejects.toMatchObject({ code: 'ENOENT' });
  await transport.close();
});

it('ends a process that was only started ahead', async () => {
  const transport = createStdioTransport({
    plan: { kind: 'stdio', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], env: {}, cwd: dir },
    env: process.env,
    clock: systemClock,
    debug: noDebugLog,
  });
  transport.launch?.();
  const pid = transport.pid!;
  await transport.close();
  await expectGone(pid);
});
