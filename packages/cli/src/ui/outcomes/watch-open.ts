/**
 * Which calls of this project are unknown, told whenever it may have changed: by this process or by another one. A look is a
 * few `stat`s (see unknown-watch); the folder is watched, and where that can't be, looks come at the end of each turn.
 * Never keeps the process alive.
 */
import { watch, type FSWatcher } from 'node:fs';
import type { OwnCalls } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import type { IntentRecord } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import { watchUnknown } from '@qwen-code/qwen-code-core/mcp/reconcile/unknown-watch.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';

export interface OpenWatch {
  /** Resolves when the answer has been told. Never rejects. */
  look(): Promise<void>;
  close(): void;
}

export interface OpenWatchOptions {
  /** The journal's folder; it need not be there yet. */
  readonly dir: string;
  /** Absolute. */
  readonly workspace: string;
  readonly clock: Clock;
  readonly own: OwnCalls;
  onOpen(calls: readonly IntentRecord[]): void;
}

/** Records are written in bursts. */
const QUIET_MS = 50;

export function watchOpen({ onOpen, ...options }: OpenWatchOptions): OpenWatch {
  const { dir, clock } = options;
  const unknown = watchUnknown(options);
  let folder: FSWatcher | undefined;
  let closed = false;
  let cancel: (() => void) | undefined;

  const look = async (): Promise<void> => {
    follow();
    try {
      const calls = await unknown.unknowns();
      if (!closed) onOpen(calls);
    } catch {
      // A journal that can't be read holds calls back by itself; what was last told stands.
    }
  };
  const soon = (): void => {
    cancel ??= clock.after(QUIET_MS, () => {
      cancel = undefined;
      void look();
    });
  };
  const follow = (): void => {
    if (folder !== undefined || closed) return;
    try {
      folder = watch(dir, { persistent: false }, soon);
      folder.on('error', unfollow);
    } catch {
      // Not there yet, or not to be watched.
    }
  };
  const unfollow = (): void => {
    folder?.close();
    folder = undefined;
  };
  return {
    look,
    close: () => {
      closed = true;
      cancel?.();
      unfollow();
    },
  };
}
