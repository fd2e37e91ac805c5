/**
 * Brings files back to what they were at a moment of the session. What somebody else changed since the last change of ours is
 * told and left alone, unless the caller says otherwise. Writes within the workspace only, as the file tools do; what it
 * replaces is kept as well.
 */
import { readFile, unlink } from 'node:fs/promises';
import { shownText } from '../../shared/qwen-error.js';
import type { Workspace } from '../files/workspace.js';
import { writeChecked } from '../files/write-checked.js';
import {
  changesFile,
  copyFile,
  stateOf,
  UNKEPT,
  type FileChange,
  type FileHistory,
  type FileState,
} from './file-history.js';

export interface RestoreStep {
  /** Where the file really is, absolute. */
  readonly path: string;
  /** What it is to be; null: it is to go. */
  readonly to: FileState;
  /** `changed`: somebody else has changed it since. `unkept`: there is no copy. */
  readonly state: 'ready' | 'changed' | 'unkept';
}

/** What was changed since a moment (ISO 8601) and is not as it was. Reads only; never rejects. */
export async function planRestore(dir: string, since: string): Promise<readonly RestoreStep[]> {
  const changes = await changesIn(dir);
  const paths = [...new Set(changes.filter(({ at }) => at >= since).map(({ path }) => path))];
  const steps = await Promise.all(
    paths.map((path) =>
      stepOf(
        changes.filter((change) => change.path === path),
        since,
      ),
    ),
  );
  return steps.filter((step) => step !== undefined);
}

async function stepOf(ofFile: readonly FileChange[], since: string): Promise<RestoreStep | undefined> {
  const [first, last] = [ofFile.find(({ at }) => at >= since), ofFile.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { path, before: to } = first;
  if (to === UNKEPT) return { path, to, state: 'unkept' };
  const now = await stateOf(path);
  if (now === to) return undefined;
  return { path, to, state: now === last.after ? 'ready' : 'changed' };
}

/** Lines that are none are passed over. */
async function changesIn(dir: string): Promise<readonly FileChange[]> {
  const text = await readFile(changesFile(dir), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      const change = JSON.parse(line) as FileChange;
      return typeof change.at === 'string' && typeof change.path === 'string' ? [change] : [];
    } catch {
      return [];
    }
  });
}

export interface RestorePorts {
  readonly dir: string;
  readonly workspace: Workspace;
  readonly history: FileHistory;
}

export interface Restored {
  readonly path: string;
  /** Why it is not; undefined: it is as it was. */
  readonly problem: string | undefined;
}

/** One after the other; never rejects. `unkept` ones are passed over. */
export async function restoreFiles(steps: readonly RestoreStep[], ports: RestorePorts): Promise<readonly Restored[]> {
  const done: Restored[] = [];
  for (const step of steps) {
    if (step.state === 'unkept') continue;
    const problem = await restoreOne(step, ports).catch((error: unknown) => shownText(error));
    done.push({ path: step.path, problem });
  }
  return done;
}

async function restoreOne({ path, to }: RestoreStep, ports: RestorePorts): Promise<string | undefined> {
  const { dir, workspace, history } = ports;
  const checked = await workspace.check(path, 'write');
  if (checked.kind === 'refused') return checked.shown;
  const data = to === null ? undefined : await readFile(copyFile(dir, to)).catch(() => undefined);
  if (to !== null && data === undefined) return 'Its copy is gone.';
  await history.around(checked.real, () =>
    data === undefined ? unlink(checked.real) : writeChecked(workspace, checked, data),
  );
  return undefined;
}
