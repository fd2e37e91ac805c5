/**
 * Stands between a client and a real stdio server: `node lossy-proxy.mjs LOG_DIR PROGRAM ARGUMENT...`
 *
 * Passes everything through, and writes each `tools/call` to LOG_DIR/calls.jsonl (fsynced). The first answer to one is
 * thrown away, once and for all: the server has done its work, then server and proxy are gone. Needs no MCP library.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [logDir, program, ...args] = process.argv.slice(2);
const lostMark = join(logDir, 'lost');
const called = new Set();
const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });

append('starts', { pids: [process.pid, server.pid] });

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = parse(line);
    if (method === 'tools/call') {
      called.add(id);
      append('calls', { tool: params.name, args: params.arguments });
    }
    server.stdin.write(`${line}\n`);
  })
  .on('close', () => server.stdin.end());

createInterface({ input: server.stdout }).on('line', (line) => {
  const { id, method } = parse(line);
  if (method === undefined && called.has(id) && !existsSync(lostMark)) {
    closeSync(openSync(lostMark, 'w'));
    server.kill('SIGKILL');
    server.once('exit', () => process.exit(1));
    return;
  }
  process.stdout.write(`${line}\n`);
});

server.stdin.on('error', () => {});
server.once('exit', (code) => process.exit(code ?? 1));

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

function append(name, record) {
  const fd = openSync(join(logDir, `${name}.jsonl`), 'a');
  writeSync(fd, `${JSON.stringify(record)}\n`);
  fsyncSync(fd);
  closeSync(fd);
}
