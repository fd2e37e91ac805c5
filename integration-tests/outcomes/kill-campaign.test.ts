/**
 * `kill -9` of qwen at every step around a call that must not be repeated, over and over: before the intent, after it,
 * after the send, after the commit, around the answer, around the settled record. The counts are the server's own.
 */
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { readJournal } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, startQwen, type Stage } from '../support/run-qwen.js';

/** Kills for each point. Six points make more than two hundred in all. */
const KILLS = 36;
const AT_ONCE = 4;

interface Moment {
  readonly canary: CanaryHost;
  /** Resolves when the model has been asked and its answer with the call is about to leave. */
  readonly modelAnswered: Promise<void>;
  readonly journalDir: string;
}

/** When the kill falls; `nth` spreads the kills of one point over the milliseconds behind its event. */
const POINTS: Readonly<Record<string, (moment: Moment, nth: number) => Promise<unknown>>> = {
  'before the intent': ({ modelAnswered }) => modelAnswered,
  'around intent and send': async ({ modelAnswered }, nth) => {
    await modelAnswered;
    await wait(nth / 2);
  },
  'after the intent': ({ journalDir }) => journalHolds(journalDir, '"type":"intent"'),
  'after the send': ({ canary }) => canary.waitFor(({ event }) => event === 'call'),
  'after the commit, around the answer': async ({ canary }, nth) => {
    await canary.waitFor(({ event }) => event === 'commit');
    await wait(nth / 6);
  },
  'around the settled record': ({ journalDir }) => journalHolds(journalDir, '"type":"settled"'),
};

/** Resolves as soon as some journal file holds this text. */
async function journalHolds(dir: string, text: string): Promise<void> {
  const holds = (): boolean =>
    existsSync(dir) && readdirSync(dir).some((name) => readFileSync(join(dir, name), 'utf8').includes(text));
  const parent = join(dir, '..');
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!holds()) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(parent, { recursive: true }, check);
    check();
  });
}

async function killOnce(point: string, nth: number): Promise<void> {
  const stage = await createStage();
  try {
    await killAndGoOn(stage, point, nth);
  } finally {
    await stage.close();
  }
}

const act = { name: 'mcp__srv__act', args: { key: 'a' } };

async function killAndGoOn(stage: Stage, point: string, nth: number): Promise<void> {
  const canary = await stage.canary('srv', { transport: 'stdio', tools: [{ name: 'act' }] });
  await stage.settle({ srv: { ...canary.entry, trust: true } });
  const { dir: journalDir } = journalPlaces({ runtimeDir: stage.home.qwenHome, userDir: stage.home.qwenHome });

  let answered = (): void => {};
  const modelAnswered = new Promise<void>((resolve) => (answered = resolve));
  const model = await stage.play([
    () => {
      setImmediate(answered);
      return callTools(act);
    },
    say('done'),
  ]);
  const qwen = startQwen(stage.home, { args: ['-p', 'go', '--yolo'], model });
  await Promise.race([POINTS[point]?.({ canary, modelAnswered, journalDir }, nth), qwen.done]);
  qwen.kill('SIGKILL');
  await qwen.done;
  await Promise.all(canary.pids().map(untilGone));

  const executed = canary.counts('act').invocations;
  const { outcomes, problems } = await readJournal({ dir: journalDir });
  expect(problems).toEqual([]);
  expect(executed).toBeLessThanOrEqual(outcomes.length);
  expect(outcomes.every(({ state }) => state === 'unknown' || state === 'settled')).toBe(true);

  const again = await stage.play([callTools(act), say('done')]);
  const { exitCode } = await runQwen(stage.home, { args: ['--continue', '-p', 'go on', '--yolo'], model: again });
  expect(exitCode).toBe(0);
  // A history that holds the answer is no crash: the model knows, and asks for another one.
  const known = again
    .scripted()[0]
    ?.messages.some(({ role, content }) => role === 'tool' && JSON.stringify(content).includes('act done'));
  if (known !== true) expect(canary.counts('act').invocations).toBeLessThanOrEqual(1);
  expect((await readJournal({ dir: journalDir })).problems).toEqual([]);
}

/** The server ends with its input; until then it may still be doing what it was told. */
async function untilGone(pid: number): Promise<void> {
  await expect
    .poll(
      () => {
        try {
          return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
        } catch {
          return true;
        }
      },
      { timeout: 20_000, interval: 5 },
    )
    .toBe(true);
}

describe.runIf(!isPeer && process.platform === 'linux')('kill -9 of qwen', () => {
  it.each(Object.keys(POINTS))(
    `%s, ${KILLS} times: what was executed is on record, and nothing is executed twice`,
    async (point) => {
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let nth = next++; nth < KILLS; nth = next++) await killOnce(point, nth);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
    },
    300_000,
  );
});
