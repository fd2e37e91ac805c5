/**
 * The models of a conversation: the one that answers now, which can change, and those that the settings name for small work.
 * Opens them over one HTTP client, with the proxy, the request log and the certificates that the command line asked for.
 */
import { resolve } from 'node:path';
import { createModel } from '@qwen-code/qwen-code-core/models/create-model.js';
import { createHttpFetch } from '@qwen-code/qwen-code-core/models/http/http-fetch.js';
import { proxyFor } from '@qwen-code/qwen-code-core/models/http/proxy-for.js';
import { listModels, type ListedModel } from '@qwen-code/qwen-code-core/models/list-models.js';
import { resolveModel, type ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import type { RequestLog } from '@qwen-code/qwen-code-core/models/request-log.js';
import type { Model } from '@qwen-code/qwen-code-core/models/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { RunOptions } from '../args/parse-args.js';
import { VERSION } from '../version.js';

export interface ModelSide {
  /** The model that answers from the next request on. */
  model(): Model;
  choice(): ModelChoice;
  /** The model that the settings name for this work, else the one that answers. */
  modelFor(work: SideWork): Model;
  /** Any model by its name, for a sub-agent. Throws QwenError 'auth' | 'config'. */
  named(name: string): Model;
  models(): readonly ListedModel[];
  /** Throws QwenError 'auth' | 'config', and changes nothing then. */
  setModel(name: string): void;
  /** How hard the model thinks from the next request on: `low` to `max`, or `none`. */
  setEffort(effort: string): void;
  /** From the next request on these settings hold for models, and this one of them answers. */
  adopt(loaded: LoadedSettings, choice: ModelChoice): void;
  /** How requests to a model go out. */
  readonly fetch: typeof fetch;
  /** One sentence each, for stderr before the run. */
  readonly warnings: readonly string[];
}

export type SideWork = 'fastModel' | 'compactionModel';

export interface ModelSideOptions {
  readonly flags: RunOptions;
  readonly loaded: LoadedSettings;
  readonly choice: ModelChoice;
  readonly cwd: string;
  readonly clock: Clock;
  readonly debug: DebugLog;
}

/** Which model the run talks to. Throws QwenError 'auth' | 'config' | 'usage'. */
export function chooseModel(flags: RunOptions, { settings, env }: LoadedSettings, effort?: string): ModelChoice {
  const model = effort === undefined ? settings.model : { ...settings.model, reasoningEffort: effort };
  return resolveModel({ flags, settings: { ...settings, model }, env });
}

/** Throws QwenError 'config' for a proxy that is none. */
export function startModelSide(options: ModelSideOptions): ModelSide {
  const { flags, clock, debug } = options;
  let { loaded } = options;
  const network = { proxy: flags.proxy ?? loaded.settings.proxy, env: loaded.env };
  proxyFor(new URL(options.choice.baseUrl), network);
  const fetch = createHttpFetch({ network, insecure: flags.insecure });
  const log = requestLog(options);
  const open = (choice: ModelChoice): Model =>
    createModel(choice, { userAgent: `QwenCode/${VERSION}`, clock, debug, fetch, log });

  let choice = options.choice;
  let model = open(choice);
  let effort: string | undefined;
  const sides = new Map<string, Model>();
  const change = (name: string, newEffort: string | undefined): void => {
    choice = chooseModel({ ...flags, model: name }, loaded, newEffort);
    effort = newEffort;
    model = open(choice);
  };
  const named = (name: string): Model => open(chooseModel({ ...flags, model: name, fallbackModels: [] }, loaded));
  const openSide = (name: string): Model | undefined => {
    try {
      return named(name);
    } catch (error) {
      debug('model', `${name} can't be used: ${shownText(error)}`);
      return undefined;
    }
  };

  return {
    model: () => model,
    choice: () => choice,
    modelFor: (work) => {
      const name = loaded.settings[work];
      if (name === undefined || name === '') return model;
      const side = sides.get(name) ?? openSide(name);
      if (side !== undefined) sides.set(name, side);
      return side ?? model;
    },
    named,
    models: () => listModels(loaded.settings, choice),
    adopt: (next, chosen) => {
      [loaded, choice, effort, model] = [next, chosen, undefined, open(chosen)];
      sides.clear();
    },
    fetch,
    setModel: (name) => change(name, effort),
    setEffort: (newEffort) => change(choice.name, newEffort),
    warnings: flags.insecure ? ['--insecure: the certificate of the model endpoint is not checked.'] : [],
  };
}

const DEFAULT_LOG_DIR = 'logs/openai';

/** Loaded when the first answer is over: most runs keep none. */
function requestLog({ flags, loaded, cwd, clock, debug }: ModelSideOptions): RequestLog | undefined {
  const { enableOpenAILogging, openAILoggingDir } = loaded.settings.model;
  if (!(flags.openaiLogging ?? enableOpenAILogging ?? false)) return undefined;
  const dir = resolve(cwd, flags.openaiLoggingDir || openAILoggingDir || DEFAULT_LOG_DIR);
  const loading = import('@qwen-code/qwen-code-core/models/request-log.js');
  return async function* (...args) {
    const { createRequestLog } = await loading;
    return yield* createRequestLog({ dir, clock, debug })(...args);
  };
}
