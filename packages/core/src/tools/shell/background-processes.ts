/**
 * Every shell child that lives, so that the host can end them all when it stops: commands put in the background, what
 * a finished command left running, and the command that runs just now.
 */
import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../../shared/clock.js';
import { endProcessTree, isTreeRunning, killProcessTreeNow } from '../../shared/process-tree.js';

export interface BackgroundProcess {
  readonly pid: number;
  readonly command: string;
  /** Where its output goes; undefined for what a finished command left running. */
  readonly outputPath?: string;
}

export interface BackgroundProcesses {
  /** Keeps an eye on a child from its start; the returned function says that it is dealt with. */
  watch(child: ChildProcess): () => void;
  /** From now on the child counts as a background process. */
  add(child: ChildProcess, facts: Omit<BackgroundProcess, 'pid'>): void;
  /** Says how a command that runs in the foreground is let go of; the returned function withdraws it. */
  onDetach(detach: () => void): () => void;
  /** Puts every command that runs in the foreground into the background; how many those were. */
  detachAll(): number;
  /** Those in the background that still run. */
  list(): readonly BackgroundProcess[];
  /** Ends one of those in the background, as `endAll` does. Never rejects. */
  end(pid: number): Promise<void>;
  /** Ends every tree: SIGTERM, a second's grace, SIGKILL. Never rejects. */
  endAll(): Promise<void>;
  /** For the last moment of a host that can't wait. */
  killAllNow(): void;
}

/** Within the three seconds that a stop may take, with room for everything else that stops then. */
export const GRACE_MS = 1000;

export function createBackgroundProcesses({ clock }: { readonly clock: Clock }): BackgroundProcesses {
  const live = new Set<ChildProcess>();
  const background = new Map<ChildProcess, BackgroundProcess>();
  const detachable = new Set<() => void>();

  const forget = (child: ChildProcess): void => {
    live.delete(child);
    background.delete(child);
  };
  const forgetEnded = (): void => {
    for (const child of background.keys()) if (!isTreeRunning(child)) forget(child);
  };

  return {
    watch: (child) => {
      live.add(child);
      return () => {
        if (!background.has(child)) forget(child);
      };
    },
    add: (child, facts) => {
      live.add(child);
      background.set(child, { pid: child.pid ?? 0, ...facts });
    },
    onDetach: (detach) => {
      detachable.add(detach);
      return () => void detachable.delete(detach);
    },
    detachAll: () => {
      const all = [...detachable];
      detachable.clear();
      for (const detach of all) detach();
      return all.length;
    },
    list: () => {
      forgetEnded();
      return [...background.values()];
    },
    end: async (pid) => {
      const child = [...background.keys()].find((known) => known.pid === pid);
      if (child === undefined) return;
      await endProcessTree(child, { clock, graceMs: GRACE_MS });
      forget(child);
    },
    endAll: async () => {
      await Promise.all([...live].map((child) => endProcessTree(child, { clock, graceMs: GRACE_MS })));
      live.clear();
      background.clear();
    },
    killAllNow: () => {
      for (const child of live) killProcessTreeNow(child);
    },
  };
}
