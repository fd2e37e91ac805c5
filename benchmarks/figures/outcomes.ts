/** `qwen mcp outcomes` over a journal of 100,000 records: what a person waits for in a workplace that has used it for long. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { recordLine, type IntentRecord, type SettledRecord } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import type { Bench, Figure } from '../lib/figure.js';
import { interleave, valuesOf } from '../lib/interleave.js';
import { monotonicMs } from '../lib/run-qwen.js';

/** Each has two records: its intent and its end. */
const CALLS = 50_000;
const FILES = 50;
/** Each hundredth call was lost. */
const LOST_EACH = 100;

export const outcomes: Figure = {
  name: 'outcomes',
  title: `qwen mcp outcomes over ${(2 * CALLS).toLocaleString('en')} records`,
  measure: async ({ ours, runs, progress }: Bench) => {
    const home = await mkdtemp(join(tmpdir(), 'qwen-bench-outcomes-'));
    try {
      progress('writing the journal');
      await writeJournal(journalPlaces({ runtimeDir: home, userDir: home }).dir);
      const [samples = []] = await interleave([ours], runs, async ({ file, args }) => ({
        wall: await timeToExit(file, [...args, 'mcp', 'outcomes'], home),
      }));
      return [
        { what: 'list, wall', unit: 'ms', ours: valuesOf(samples, 'wall'), target: { kind: 'value', most: 1_000 } },
      ];
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function writeJournal(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const each = CALLS / FILES;
  for (let file = 0; file < FILES; file += 1) {
    const lines = Array.from({ length: each }, (_, index) => callLines(file * each + index)).join('');
    await writeFile(join(dir, `20260101T000000000Z-${1_000 + file}-0000000${file}.jsonl`), lines, { mode: 0o600 });
  }
}

function callLines(number: number): string {
  const id = `mo_${number.toString(16).padStart(16, '0')}`;
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
  const intent: IntentRecord = {
    v: 1,
    type: 'intent',
    id,
    at,
    session: null,
    workspace: '/project',
    server: 'payments',
    tool: 'charge_card',
    epoch: 1,
    transport: 'stdio',
    annotations: null,
    server_trusted: true,
    workspace_trusted: true,
    arguments_digest: `hmac-sha256:${number.toString(16).padStart(64, '0')}`,
    target: 'node',
    call_id: `call_${number}`,
    idempotency_key: id,
    attempt: 1,
    retry_of: null,
  };
  const result = number % LOST_EACH === 0 ? 'lost' : 'answered';
  const reach = result === 'lost' ? 'unanswered' : null;
  const settled: SettledRecord = { v: 1, type: 'settled', id, at, result, reach, attempts: 1 };
  return recordLine(intent) + recordLine(settled);
}

async function timeToExit(file: string, args: readonly string[], home: string): Promise<number> {
  const startedMs = monotonicMs();
  const child = spawn(file, args, { stdio: 'ignore', cwd: home, env: { ...process.env, QWEN_HOME: home } });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`mcp outcomes ended with exit code ${code}.`);
  return monotonicMs() - startedMs;
}
