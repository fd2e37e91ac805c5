/**
 * Brings a fresh clone to a state in which things run: dependencies installed, bundle built. Needs nothing but Node.
 * What is already there is left alone; every step that takes time says so on stderr. Nothing is written to stdout.
 *
 * Run by itself it installs only; `npm start` and `npm test` use its two functions.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstalled } from './lib/installed.mjs';
import { withLock } from './lib/lock.mjs';
import { BUILD_STAMP, CACHE, QWEN, ROOT } from './lib/paths.mjs';
import { sourcesFingerprint } from './lib/sources.mjs';

const LOCK = join(CACHE, 'bootstrap.lock');
const LEAST_NODE = [20, 19];

export async function ensureInstalled() {
  requireNode();
  if (isInstalled()) return;
  await withLock(LOCK, async () => {
    if (isInstalled()) return;
    await step('Installing dependencies (npm ci)', npmCommand(), ['ci', '--no-fund', '--no-audit']);
  });
}

/** The bundle, at the state of the sources. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await withLock(LOCK, async () => {
    if (isBuilt()) return;
    await step('Building qwen', process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
  });
}

function isBuilt() {
  return existsSync(QWEN) && existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === sourcesFingerprint();
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  fail(`qwen needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}

/** npm run by npm itself when we came through it, else the one on the path. */
function npmCommand() {
  return process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : 'npm';
}

async function step(label, command, args) {
  const startedMs = Date.now();
  process.stderr.write(`${label} …\n`);
  const code = await run(command, args);
  if (code !== 0) fail(`${label} failed (exit code ${code}).`);
  process.stderr.write(`${label}: done in ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`);
}

/** The child's stdout goes to our stderr: stdout belongs to whatever runs afterwards. */
function run(command, args) {
  const [file, rest] = command.endsWith('.js') ? [process.execPath, [command, ...args]] : [command, args];
  return new Promise((resolve) => {
    const child = spawn(file, rest, { cwd: ROOT, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureInstalled();
