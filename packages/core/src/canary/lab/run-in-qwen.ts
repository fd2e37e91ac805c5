/**
 * Several runs in one spawned `qwen -p`: a server a run, and a scripted model that calls one tool after the other. What is
 * looked at is what the model was told, what the user saw, and the servers' ledgers.
 */
import { writeFile } from 'node:fs/promises';
import { createScriptedModel } from '../model/scripted-model.js';
import { boundedRun } from './bounded-run.js';
import { createEndings, type Endings } from './endings.js';
import type { LabPorts, PlayedRun } from './lab-ports.js';
import type { LabRun } from './lab-runs.js';
import { livingServers } from './left-behind.js';
import { playedRow } from './played-row.js';
import { comparableSettings, createQwenHome, type QwenHome } from './qwen-home.js';
import { createRow, entryOf, type Row } from './qwen-row.js';
import { beatsOf, scriptOf } from './qwen-script.js';
import { spawnQwen, type QwenEnd, type SpawnedQwen } from './spawn-qwen.js';
import { tellCancelled } from './user-view.js';

const STARTS_WITHIN_MS = 20_000;
const A_RUN_WITHIN_MS = 5_000;
/** Published releases take longer to start and to give up. */
const OTHER_FACTOR = 4;

export async function runInQwen(name: string, runs: readonly LabRun[], ports: LabPorts): Promise<PlayedRun[]> {
  const startedMs = ports.clock.now();
  const endings = createEndings();
  try {
    const stage = await setStage(name, runs, ports, endings);
    const limitMs = limitFor(runs, ports);
    const ended = await boundedRun(() => stage.run(), { clock: ports.clock, limitMs, signal: ports.signal });
    const end = ended.kind === 'done' ? ended.value : undefined;
    for (const row of stage.rows) await tellCancelled(row, end, ports.binary.kind);
    const leftBehind = stage.rows.map(({ run, host }) => (end === undefined ? 0 : livingServers(run, host.pids())));
    await endings.close();
    const durationMs = Math.round((ports.clock.now() - startedMs) / runs.length);
    const facts = { end, limitMs, durationMs, journalDir: stage.home.journalDir };
    return await Promise.all(
      stage.rows.map((row, index) => playedRow(row, { ...facts, leftBehind: leftBehind[index] ?? 0 })),
    );
  } finally {
    await endings.close();
  }
}

interface Stage {
  readonly home: QwenHome;
  readonly rows: readonly Row[];
  /** Spawns qwen and waits for its end. */
  run(): Promise<QwenEnd>;
}

async function setStage(name: string, runs: readonly LabRun[], ports: LabPorts, endings: Endings): Promise<Stage> {
  const home = await createQwenHome(`${ports.root}/${name}`);
  let qwen: SpawnedQwen | undefined;
  const act: Parameters<typeof createRow>[0]['act'] = (row, what) => {
    if (what === 'cancel') qwen?.interrupt();
    else if (what === 'distrust-workspace') home.trustProject(false);
    else {
      row.heard.isTrusted = false;
      settle(home, rows);
    }
  };
  // What one row takes from the folder, the next one finds again.
  const afterCall = ({ run }: Row): void => {
    if (run.case.move?.act === 'distrust-workspace') home.trustProject(true);
  };
  const rows = await Promise.all(
    runs.map((run, index) => createRow({ run, index, root: home.root, ports, endings, act })),
  );
  settle(home, rows);
  const isUntrusted = runs.some(({ case: { untrusted } }) => untrusted === 'workspace');
  if (isUntrusted) home.trustProject(false);
  const model = await createScriptedModel(
    scriptOf(rows.flatMap((row) => beatsOf(row, { binary: ports.binary.kind, afterCall }))),
  );
  endings.add(() => model.close());
  const run = async (): Promise<QwenEnd> => {
    qwen = spawnQwen({
      command: ports.binary.command,
      // In a folder that is not trusted yolo is refused or overridden: the question there is only what is started.
      args: ['-p', 'Do what is on the list.', ...(isUntrusted ? ['--approval-mode', 'default'] : ['--yolo'])],
      cwd: home.project,
      env: home.environment(model.url),
    });
    endings.add(() => qwen?.kill());
    const end = await qwen.done;
    await Promise.all([
      writeFile(`${home.root}/stdout.txt`, end.stdout),
      writeFile(`${home.root}/stderr.txt`, end.stderr),
    ]);
    return end;
  };
  return { home, rows, run };
}

const settle = (home: QwenHome, rows: readonly Row[]): void =>
  home.writeSettings(comparableSettings(Object.fromEntries(rows.map((row) => [row.name, entryOf(row)]))));

function limitFor(runs: readonly LabRun[], { binary }: LabPorts): number {
  const waits = runs.reduce((sum, { case: { limitMs = 0 } }) => sum + limitMs, 0);
  return (STARTS_WITHIN_MS + A_RUN_WITHIN_MS * runs.length + waits) * (binary.kind === 'own' ? 1 : OTHER_FACTOR);
}
