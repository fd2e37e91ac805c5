/**
 * Plays many rows of the suite in one run of the binary: one server a row, one call of the tool under test and one
 * independent call after it. What is looked at is what the model was told, what the user saw, and the servers' ledgers.
 */
import type { LedgerEvent } from '@qwen-code/qwen-code-core/canary/ledger.js';
import type { CanaryHost } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { callTools, say, type Step } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';
import { ARGUMENT_MARKER, toolsWith, UPSTREAM_MARKER, type Path, type ReplayCase, type Transport } from './case.js';

export interface Observed {
  readonly row: ReplayCase;
  readonly canary: CanaryHost;
  /** What the model was told of the call under test, and of the one after it. */
  readonly told: string;
  readonly toldNext: string;
}

export interface Played {
  readonly observed: readonly Observed[];
  readonly run: QwenResult;
  close(): Promise<void>;
}

export const FINAL_TEXT = 'All rows played.';
export const CALL_ARGUMENTS = { key: 'k', note: ARGUMENT_MARKER } as const;

/** Many servers start at once, on whatever machine this is. */
const CONNECT_LIMIT_MS = 30_000;
/** Far more than any row needs; what runs into it was not noticed in time. Others sit it out in many rows. */
const CALL_LIMIT_MS = isPeer ? 10_000 : 30_000;

const serverName = (index: number): string => `c${String(index).padStart(2, '0')}`;

export async function playCases(rows: readonly ReplayCase[], transport: Transport, path: Path): Promise<Played> {
  const stage = await createStage();
  const canaries = await Promise.all(rows.map((row, index) => hostRow(stage, row, serverName(index), transport)));
  await stage.settle(
    Object.fromEntries(canaries.map((canary, index) => [canary.name, entryOf(canary, rows[index], path)])),
  );
  const turns = canaries.flatMap((canary, index) => turnsFor(canary, rows[index]));
  const model = await stage.play([...turns, say(FINAL_TEXT)]);
  const run = await runQwen(stage.home, { model });
  const told = new Map(model.toolMessages().map(({ callId, text }) => [callId, text]));
  const textOf = (turn: number): string => told.get(`call_${turn}_0`) ?? 'the model was told nothing';
  return {
    run,
    observed: rows.map((row, index) => ({
      row,
      canary: canaries[index]!,
      told: textOf(2 * index),
      toldNext: textOf(2 * index + 1),
    })),
    close: () => stage.close(),
  };
}

const hostRow = (
  stage: Stage,
  { annotations, faults, plan }: ReplayCase,
  name: string,
  transport: Transport,
): Promise<CanaryHost> =>
  stage.canary(name, { transport, tools: toolsWith(annotations), stderr: UPSTREAM_MARKER, faults, ...plan });

function entryOf(canary: CanaryHost, row: ReplayCase | undefined, path: Path): Record<string, unknown> {
  return {
    ...canary.entry,
    trust: true,
    timeout: CALL_LIMIT_MS,
    discoveryTimeoutMs: CONNECT_LIMIT_MS,
    ...(path === 'callable' ? { progress: false } : {}),
    ...row?.entry,
  };
}

function turnsFor(canary: CanaryHost, row: ReplayCase | undefined): readonly Step[] {
  const next = callTools({ name: `mcp__${canary.name}__other`, args: { key: 'next', note: ARGUMENT_MARKER } });
  return [
    callTools({ name: `mcp__${canary.name}__act`, args: CALL_ARGUMENTS }),
    row?.repairedFirst === true && !isPeer
      ? async () => {
          await canary.waitFor(isInitialize(2));
          return next;
        }
      : next,
  ];
}

/** The handshake of a generation has begun. */
export const isInitialize =
  (generation: number) =>
  (event: LedgerEvent): boolean =>
    event.event === 'request' && event.method === 'initialize' && event.generation === generation;
