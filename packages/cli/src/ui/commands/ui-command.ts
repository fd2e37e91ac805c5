/**
 * A slash command of the terminal alone: a file in this folder each, listed in all-commands. What works without a terminal as
 * well belongs to slash/.
 */
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { DialogDesk } from '../dialogs/dialog-desk.js';
import type { PromptState } from '../input/prompt-state.js';
import type { ServerQuestions } from '../mcp/ask-servers.js';
import type { ThemeDesk } from '../render/theme-desk.js';
import type { SessionDesk } from '../session-desk.js';
import type { Store } from '../state/store.js';
import type { UiEvent } from '../state/ui-event.js';
import type { ItemContent, ViewState } from '../state/view-state.js';

export interface UiCommandPorts {
  readonly store: Store<ViewState, UiEvent>;
  readonly dialogs: DialogDesk;
  readonly wired: WiredRun;
  /** What is written; an event is the next state. */
  readonly prompt: Store<PromptState, PromptState>;
  readonly place: Place;
  readonly clock: Clock;
  readonly sessions: SessionDesk;
  readonly themes: ThemeDesk;
  readonly serverQuestions: ServerQuestions;
  /** Prints one finished item. */
  print(item: ItemContent): void;
  /** Brings footer and banner facts up to date. */
  refresh(): void;
  redraw(): void;
  /** Gives the terminal to another program for as long as this takes. */
  lend<Value>(use: () => Promise<Value>): Promise<Value>;
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
  /** What may stand at the end of `args`, for completion. Missing: what the usage lists. */
  complete?(args: string): readonly string[];
}

export interface UiCommand extends ListedCommand {
  /** May run while a turn goes on. Default: it waits for the end of it. */
  readonly anytime?: true;
  /** Throws QwenError with one sentence when it can't be done. `args` is what follows the name, trimmed. */
  run(args: string, ports: UiCommandPorts, signal: AbortSignal): Promise<void> | void;
}
