/**
 * `qwen mcp canary --rehearse`: loses one harmless call in this folder and leaves it on record as unknown, with its
 * server's ledger to look at. Reconciling it is the user's part.
 */
import type { LabPorts } from '@qwen-code/qwen-code-core/canary/lab/lab-ports.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { loadSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { EXIT, type ExitCode } from '../../../exit-codes.js';
import { placeOf, type McpCommandIo } from '../command-io.js';
import { ownBinary } from './binary-under-test.js';
import { createLabFolder } from './lab-folder.js';
import { findOwnFiles } from './own-files.js';

export async function playRehearsal(io: McpCommandIo): Promise<ExitCode> {
  const files = findOwnFiles();
  const { runtimeDir, paths } = await loadSettings(placeOf(io));
  const { rehearse } = await import('@qwen-code/qwen-code-core/canary/lab/rehearse.js');
  const ports: LabPorts & Required<Pick<LabPorts, 'journal'>> = {
    program: files.canaryServer,
    root: createLabFolder(true).path,
    binary: ownBinary(files.entry),
    clock,
    signal: io.signal ?? new AbortController().signal,
    journal: { ...journalPlaces({ runtimeDir, userDir: paths.userDir }), workspace: io.cwd },
  };
  const { recordId, ledger } = await rehearse(ports);
  if (recordId === undefined) throw new QwenError('io', 'The call could not be lost as planned: nothing is on record.');
  io.stdout(instructions(recordId, ledger));
  return EXIT.ok;
}

const instructions = (
  id: string,
  ledger: string,
): string => `A harmless call was lost on purpose. Its outcome is unknown, on record as ${id}.
Its server wrote down what it did, an event a line; "commit" is an effect:
  ${ledger}
Find out what happened, and say so:
  qwen mcp outcomes show ${id}
  qwen mcp outcomes reconcile ${id} --as committed --note "the ledger holds one commit"
`;
