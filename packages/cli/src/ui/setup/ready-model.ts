/**
 * The model of a session: what settings, flags and environment say, and where they say nothing that can be used, what the
 * person says who is asked. Never asks where an answer could change nothing.
 */
import { createHttpFetch } from '@qwen-code/qwen-code-core/models/http/http-fetch.js';
import type { ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { RunOptions } from '../../args/parse-args.js';
import { chooseModel } from '../../wire/model-side.js';
import type { Dialog } from '../dialogs/dialog-desk.js';
import { setUpDialog, type SetUpResult } from '../dialogs/set-up.js';
import { findLocal } from './find-local.js';
import { PROVIDERS } from './providers.js';
import { createSetUpPorts } from './set-up-ports.js';
import type { ModelCandidate } from './setup-state.js';

export interface ReadyModel {
  readonly loaded: LoadedSettings;
  readonly choice: ModelChoice;
  readonly notices: readonly SetUpNotice[];
}

/** One sentence. */
export interface SetUpNotice {
  readonly tone: 'info' | 'warning';
  readonly text: string;
}

export interface ReadyModelOptions {
  readonly options: RunOptions;
  readonly loaded: LoadedSettings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Reads the settings again. */
  reread(): Promise<LoadedSettings>;
  ask<Result>(dialog: Dialog<Result>): Promise<Result | undefined>;
}

/** Throws what `chooseModel` throws when nobody could help: also when the person leaves. */
export async function readyModel(ports: ReadyModelOptions): Promise<ReadyModel> {
  const { options, loaded } = ports;
  try {
    return { loaded, choice: chooseModel(options, loaded), notices: [] };
  } catch (error) {
    // Without settings there is nowhere to keep an answer.
    if (!(error instanceof QwenError) || error.code !== 'auth' || options.bare) throw error;
    const ready = await setUpModel(ports, introOf(loaded, error));
    if (ready === undefined) throw error;
    return ready;
  }
}

/** What was wrong is worth a word where somebody had set something up; else it is simply the first start. */
function introOf({ settings }: LoadedSettings, { shown }: QwenError): SetUpIntro {
  const { selectedType, apiKey } = settings.security?.auth ?? {};
  const begun = selectedType !== undefined || apiKey !== undefined || settings.modelProviders !== undefined;
  return {
    title: 'Welcome to Qwen Code',
    lines: [begun ? shown : 'Before the first message: which model should answer? This is asked once.'],
  };
}

export interface SetUpIntro {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Asks, tries, keeps. undefined: the person left, and nothing has changed. */
export async function setUpModel(
  { options, loaded, clock, signal, reread, ask }: ReadyModelOptions,
  { title, lines }: SetUpIntro,
): Promise<ReadyModel | undefined> {
  const { settings, env } = loaded;
  const network = { proxy: options.proxy ?? settings.proxy, env };
  const fetch = createHttpFetch({ network, insecure: options.insecure });
  const enforced = settings.security?.auth?.enforcedType;
  const all = [...(await findLocal({ fetch, clock, signal })), ...PROVIDERS];
  const providers = enforced === undefined ? all : all.filter(({ protocol }) => protocol === enforced);
  const ports = createSetUpPorts({ loaded, fetch, clock });
  const result = await ask(setUpDialog({ title, intro: lines, providers, model: options.model, ports }));
  return result && chosen(result, options, result.saved ? await reread() : withCandidate(loaded, result.candidate));
}

/** For this session alone: as if the settings said so. */
function withCandidate(loaded: LoadedSettings, { protocol, baseUrl, apiKey, model }: ModelCandidate): LoadedSettings {
  const { settings } = loaded;
  const auth = { ...settings.security?.auth, selectedType: protocol, apiKey, baseUrl };
  return {
    ...loaded,
    settings: {
      ...settings,
      model: { ...settings.model, name: model },
      security: { ...settings.security, auth },
    },
  };
}

function chosen({ candidate, saved }: SetUpResult, options: RunOptions, loaded: LoadedSettings): ReadyModel {
  // The model of the command line was on offer, and this one was chosen.
  const choice = chooseModel({ ...options, model: undefined }, loaded);
  const asTried =
    choice.name === candidate.model &&
    choice.baseUrl === candidate.baseUrl &&
    (candidate.apiKey === '' || choice.apiKey === candidate.apiKey);
  const kept: SetUpNotice = saved
    ? { tone: 'info', text: `Saved in ${loaded.paths.files.user}, which only you can read. /auth changes it.` }
    : { tone: 'warning', text: 'The model is set for this session alone: nothing was saved.' };
  const other: SetUpNotice = {
    tone: 'warning',
    text: `The command line, the environment or this project's settings win over what was set up: ${choice.name} at ${choice.baseUrl} answers.`,
  };
  return { loaded, choice, notices: asTried ? [kept] : [kept, other] };
}
