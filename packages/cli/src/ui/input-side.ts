/** What the prompt of a conversation needs of the rest: what was sent before in this project, completions, and what its keys do. */
import { resolve } from 'node:path';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import { keepsBack } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import { DEFAULT_IGNORE_OPTIONS } from '@qwen-code/qwen-code-core/tools/search/ignore-options.js';
import { projectTempDir } from '../wire/saved-output.js';
import type { UiCommandPorts } from './commands/ui-command.js';
import { createPathIndex } from './completion/path-index.js';
import type { CompletionSource } from './completion/source.js';
import { completionSources } from './completion/sources.js';
import type { Controller } from './controller.js';
import { createInputActions, type InputActions } from './input-actions.js';
import { emptyPrompt, type PromptState } from './input/prompt-state.js';
import { newVim } from './input/vim.js';
import { openSentBefore, type SentKeeper } from './outside/sent-before.js';
import type { UiScreen } from './screen.js';
import { sentBefore } from './state/history-items.js';

export interface InputStart {
  readonly prompt: PromptState;
  readonly sent: SentKeeper;
}

export interface InputStartOptions {
  readonly place: Place;
  readonly loaded: LoadedSettings;
  /** Of the session that is gone on with. */
  readonly history: History;
  /** Whether anything of the conversation is written down. */
  readonly recorded: boolean;
}

export async function startInput({ place, loaded, history, recorded }: InputStartOptions): Promise<InputStart> {
  const sent = await openSentBefore({ dir: projectTempDir(loaded.runtimeDir, place.cwd), keeps: recorded });
  const { messages, commands } = sent.before;
  const prompt = emptyPrompt({
    // A session that was recorded elsewhere has its own words.
    sent: messages.length > 0 ? messages : sentBefore(history),
    commands,
    vim: loaded.settings.general.vimMode === true ? newVim : undefined,
  });
  return { prompt, sent };
}

export interface InputSideOptions extends Pick<InputStart, 'sent'> {
  readonly place: Place;
  readonly loaded: LoadedSettings;
  readonly controller: Controller;
  readonly ports: UiCommandPorts;
  readonly lend: UiScreen['lend'];
}

export interface InputSide {
  readonly completions: readonly CompletionSource[];
  readonly actions: InputActions;
}

export function createInputSide({ place, loaded, controller, ports, sent, lend }: InputSideOptions): InputSide {
  const { wired } = ports;
  const { cwd, platform, env } = place;
  const { enableFuzzySearch, enableRecursiveFileSearch, ...filtering } = loaded.settings.context.fileFiltering;
  const index = createPathIndex({
    dirs: () => wired.desk.directories(),
    ignoreOptions: { ...DEFAULT_IGNORE_OPTIONS, ...filtering },
    clock: ports.clock,
  });
  return {
    completions: completionSources({
      commands: ports.listed,
      at: {
        index,
        fuzzy: enableFuzzySearch !== false,
        recursive: enableRecursiveFileSearch !== false,
        resources: () => wired.servers.resources(),
        isKeptBack: (path) => {
          const { rules, dirs } = wired.policy();
          return keepsBack(rules.deny, resolve(cwd, path), dirs);
        },
      },
    }),
    actions: createInputActions({
      ...{ wired, controller, ports, sent, lend },
      facts: { platform, env },
      images: { cwd, tempDir: projectTempDir(loaded.runtimeDir, cwd) },
    }),
  };
}
