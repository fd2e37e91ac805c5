/** What the keys of the prompt do beyond the text: sending, the editor, images, what waits. */
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { WiredRun } from '../wire/wire-run.js';
import type { UiActions } from './app/services.js';
import type { UiCommandPorts } from './commands/ui-command.js';
import { escapePath } from './completion/escape-path.js';
import type { Controller } from './controller.js';
import type { ContextAction } from './input/key-bindings.js';
import { changed, inMode, withRecalled } from './input/prompt-state.js';
import { insert, paste, wholeText } from './input/text-buffer.js';
import { readClipboardImage, type ClipboardFacts } from './outside/clipboard-image.js';
import { editText } from './outside/edit-text.js';
import { editorCommand } from './outside/editor-command.js';
import { keepImage, reachableImage, type ImagePlace } from './outside/keep-image.js';
import type { SentKeeper } from './outside/sent-before.js';

export interface InputActionOptions {
  readonly wired: Pick<WiredRun, 'shell' | 'desk'>;
  readonly controller: Controller;
  readonly ports: Pick<UiCommandPorts, 'store' | 'print' | 'prompt'>;
  readonly sent: SentKeeper;
  readonly facts: ClipboardFacts;
  readonly images: ImagePlace;
  /** Gives the terminal away for as long as this takes. */
  lend<Value>(use: () => Promise<Value>): Promise<Value>;
}

export type InputActions = Pick<
  UiActions,
  'submit' | 'queue' | 'shell' | 'inContext' | 'editOutside' | 'pasteImage' | 'imagePath'
>;

export function createInputActions(options: InputActionOptions): InputActions {
  const { controller, sent, images, ports } = options;
  const { prompt } = ports;
  const tell = (error: unknown): void => ports.print({ kind: 'notice', tone: 'error', text: shownText(error) });
  const refer = (path: string): void => {
    const state = prompt.state();
    prompt.dispatch(changed(state, insert(state.buffer, `@${escapePath(path)} `)));
  };
  const pasteImage = async (): Promise<void> => {
    const image = await readClipboardImage(options.facts);
    if (image.kind === 'image') refer(await keepImage(image.data, image.extension, images));
    else ports.print({ kind: 'notice', tone: 'info', text: image.shown });
  };
  const imagePath = async (path: string, pasted: string): Promise<void> => {
    const file = await reachableImage(path, images);
    if (file !== undefined) return refer(file);
    const state = prompt.state();
    prompt.dispatch(changed(state, paste(state.buffer, pasted)));
  };
  return {
    submit: (text) => {
      sent.message(text);
      controller.say(text, 'now');
    },
    queue: (text) => {
      sent.message(text);
      controller.say(text, 'next');
    },
    shell: (command) => {
      sent.command(command);
      controller.shell(command);
    },
    inContext: (action) =>
      NEEDS_EMPTY[action] && prompt.state().buffer.text !== '' ? false : IN_CONTEXT[action](options),
    editOutside: () => void editOutside(options).catch(tell),
    pasteImage: () => void pasteImage().catch(tell),
    imagePath: (path, pasted) => void imagePath(path, pasted),
  };
}

/** A key that moves or changes the text does so while there is one. */
const NEEDS_EMPTY: Readonly<Record<ContextAction, boolean>> = {
  background: false,
  retry: true,
  'tool-descriptions': true,
  'edit-queued': true,
};

/** Whether there was something to do. */
const IN_CONTEXT: Readonly<Record<ContextAction, (options: InputActionOptions) => boolean>> = {
  background: ({ wired }) => wired.shell.toBackground() > 0,
  retry: ({ controller }) => controller.retry(),
  'tool-descriptions': ({ controller }) => {
    controller.say('/tools desc', 'next');
    return true;
  },
  'edit-queued': ({ ports: { store, prompt } }) => {
    const last = store.state().queue.at(-1);
    if (last === undefined) return false;
    store.dispatch({ type: 'unqueued' });
    prompt.dispatch(withRecalled(inMode(prompt.state(), last.shell === true ? 'shell' : 'message'), last.text));
    return true;
  },
};

async function editOutside({ wired, ports: { prompt }, lend, facts }: InputActionOptions): Promise<void> {
  const { preferredEditor: preferred } = wired.desk.settings().settings.general;
  const command = editorCommand({ ...facts, preferred });
  const text = await lend(() => editText(wholeText(prompt.state().buffer), command, facts.env));
  prompt.dispatch(withRecalled(prompt.state(), text));
}
