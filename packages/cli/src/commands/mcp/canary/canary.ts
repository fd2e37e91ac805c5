/**
 * `qwen mcp canary`: plays the loss of a connection after the server has done its work, in this process and through a
 * spawned qwen, and tells by the servers' own counts whether a call was ever sent twice that must not be.
 */
import { availableParallelism } from 'node:os';
import { writeKeptCanary, keptCanary, type KeptCanary } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import type { BinaryUnderTest } from '@qwen-code/qwen-code-core/canary/lab/lab-ports.js';
import { labRuns, selectRuns, type LabRun } from '@qwen-code/qwen-code-core/canary/lab/lab-runs.js';
import type { LabResult } from '@qwen-code/qwen-code-core/canary/lab/run-lab.js';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { VERSION } from '../../../version.js';
import { placeOf, runParsed, usageError, type McpCommandIo } from '../command-io.js';
import { parseCommand } from '../parse-command.js';
import { otherBinary, ownBinary } from './binary-under-test.js';
import { readCanaryOptions, SPEC, tableGoesToStderr, type CanaryOptions } from './canary-options.js';
import { createLabFolder } from './lab-folder.js';
import { findOwnFiles, type OwnFiles } from './own-files.js';
import { createProgress } from './progress.js';
import { closing, opening, runList } from './told.js';
import { resultTable } from './result-table.js';
import { writeReports } from './write-reports.js';

const MOST_LANES = 6;

/** Resolves with 0 when every run passed, 1 when one failed. */
export async function runMcpCanary(argv: readonly string[], io: McpCommandIo): Promise<ExitCode> {
  const parsed = await parseCommand(argv, SPEC);
  return runParsed(parsed, io, async ({ words, values, help }) => {
    const options = readCanaryOptions(words, values);
    if (typeof options === 'string') return usageError({ help, shown: options }, io);
    if (options.rehearse) return (await import('./rehearsal.js')).playRehearsal(io);
    const all = labRuns(options.bin === undefined ? 'own' : 'other');
    const runs = selectRuns(all, options.only);
    if (runs.length === 0) throw new QwenError('usage', 'No run fits --only. See qwen mcp canary --list.');
    if (options.list) {
      io.stdout(runList(runs));
      return EXIT.ok;
    }
    return play({ options, runs, isComplete: runs.length === all.length }, io);
  });
}

interface Asked {
  readonly options: CanaryOptions;
  readonly runs: readonly LabRun[];
  readonly isComplete: boolean;
}

async function play({ options, runs, isComplete }: Asked, io: McpCommandIo): Promise<ExitCode> {
  const files = findOwnFiles();
  const { runtimeDir } = await loadSettings(placeOf(io));
  const binary = options.bin === undefined ? ownBinary(files.entry) : await otherBinary(options.bin, io.cwd, io.signal);
  // Jobs wait for processes to start more than they compute.
  const lanes = Math.min(availableParallelism() + 2, MOST_LANES);
  io.stderr(opening(runs, binary, lanes));
  const startedMs = clock.now();
  const results = await playRuns({ runs, binary, files, lanes, keep: options.keep }, io);
  const kept = keptCanary(results, {
    startedMs,
    endedMs: clock.now(),
    qwen_version: VERSION,
    node_version: process.version,
    platform: process.platform,
    binary,
    complete: isComplete,
  });
  const show = tableGoesToStderr(options) ? io.stderr : io.stdout;
  show(`${resultTable(results)}\n${closing(results, kept)}`);
  writeKeptCanary(runtimeDir, kept);
  await writeReports(results, kept, { options, cwd: io.cwd, stdout: io.stdout });
  return passed(kept) ? EXIT.ok : EXIT.failure;
}

const passed = ({ totals }: KeptCanary): boolean => totals.failed === 0;

interface Playing {
  readonly runs: readonly LabRun[];
  readonly binary: BinaryUnderTest;
  readonly files: OwnFiles;
  readonly lanes: number;
  readonly keep: boolean;
}

async function playRuns(
  { runs, binary, files, lanes, keep }: Playing,
  io: McpCommandIo,
): Promise<readonly LabResult[]> {
  const { runLab } = await import('@qwen-code/qwen-code-core/canary/lab/run-lab.js');
  const startedMs = clock.now();
  const progress = createProgress({
    total: runs.length,
    columns: io.stderrColumns,
    write: io.stderr,
    elapsedMs: () => clock.now() - startedMs,
  });
  const folder = createLabFolder(keep);
  try {
    return await runLab({
      runs,
      binary,
      lanes,
      program: files.canaryServer,
      root: folder.path,
      clock,
      signal: io.signal ?? new AbortController().signal,
      onResult: progress.ended,
    });
  } finally {
    progress.clear();
    folder.remove();
    if (keep) io.stderr(`Kept: ${folder.path}\n`);
  }
}
