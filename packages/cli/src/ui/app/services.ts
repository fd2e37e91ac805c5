/** What every component may use, handed down once. */
import { createContext, useContext } from 'react';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { CompletionSource } from '../completion/source.js';
import type { DialogDesk } from '../dialogs/dialog-desk.js';
import type { ContextAction } from '../input/key-bindings.js';
import type { KeyRouter } from '../input/key-router.js';
import type { PromptState } from '../input/prompt-state.js';
import type { Highlight } from '../render/highlight.js';
import type { Look, Marks } from '../render/look.js';
import type { Style } from '../render/style.js';
import type { Store } from '../state/store.js';
import type { UiEvent } from '../state/ui-event.js';
import type { ViewState } from '../state/view-state.js';

/** What keys and the prompt ask of the program. */
export interface UiActions {
  /** Sends; while a run goes on it is added to it. */
  submit(text: string): void;
  /** Sends when the run that goes on is over. */
  queue(text: string): void;
  /** Runs a command that was typed for the shell. */
  shell(command: string): void;
  /** False: nothing of the kind is to be done now, and the key means what it means elsewhere. */
  inContext(action: ContextAction): boolean;
  /** Opens what is written in an editor. */
  editOutside(): void;
  /** Refers to the image in the clipboard. */
  pasteImage(): void;
  /** Refers to an image file, or writes what was pasted when there is none. */
  imagePath(path: string, pasted: string): void;
  /** Esc in the prompt. */
  escape(): void;
  /** Ctrl+C. */
  interrupt(): void;
  /** Ctrl+D in an empty prompt. */
  leave(): void;
  nextMode(): void;
  toggleExpanded(): void;
  toggleRaw(): void;
  redraw(): void;
  suspend(): void;
  showShortcuts(): void;
}

export interface UiServices {
  readonly store: Store<ViewState, UiEvent>;
  /** An event is the next state: what a key makes of it is in prompt-state. */
  readonly prompt: Store<PromptState, PromptState>;
  readonly dialogs: DialogDesk;
  readonly keys: KeyRouter;
  readonly clock: Clock;
  readonly style: Style;
  readonly marks: Marks;
  /** Nothing moves, and what is said stands alone. */
  readonly screenReader: boolean;
  readonly highlight: () => Highlight | undefined;
  /** What the user has set about how things are drawn. */
  readonly looks?: Pick<Look, 'numbers' | 'shellLines'>;
  /** Where it is drawn. Default: on the terminal. */
  readonly stdout?: NodeJS.WriteStream;
  readonly completions: readonly CompletionSource[];
  readonly actions: UiActions;
}

const Context = createContext<UiServices | undefined>(undefined);

export const ServicesProvider = Context.Provider;

export function useServices(): UiServices {
  const services = useContext(Context);
  if (services === undefined) throw new Error('Components of the UI stand below ServicesProvider.');
  return services;
}
