/**
 * A slash command of the terminal alone: a file in this folder each, listed in all-commands. What works without a terminal as
 * well belongs to slash/.
 */
import type { WiredRun } from '../../wire/wire-run.js';
import type { DialogDesk } from '../dialogs/dialog-desk.js';
import type { Store } from '../state/store.js';
import type { UiEvent } from '../state/ui-event.js';
import type { ItemContent, ViewState } from '../state/view-state.js';

export interface UiCommandPorts {
  readonly store: Store<ViewState, UiEvent>;
  readonly dialogs: DialogDesk;
  readonly wired: WiredRun;
  /** Prints one finished item. */
  print(item: ItemContent): void;
  /** Brings footer and banner facts up to date. */
  refresh(): void;
  redraw(): void;
  /** Ends the program. */
  leave(): void;
  /** Every command there is now, of the terminal and of others. */
  listed(): readonly ListedCommand[];
}

export interface ListedCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** What may follow the name; empty: nothing. */
  readonly usage: string;
}

export interface UiCommand extends ListedCommand {
  /** May run while a turn goes on. Default: it waits for the end of it. */
  readonly anytime?: true;
  /** Throws QwenError with one sentence when it can't be done. `args` is what follows the name, trimmed. */
  run(args: string, ports: UiCommandPorts, signal: AbortSignal): Promise<void> | void;
}
