/** What the set-up does outside of the screen: asks the endpoint, and keeps what was found good. Over the network of the run. */
import { endpointModels } from '@qwen-code/qwen-code-core/models/endpoint-models.js';
import type { ModelFailure } from '@qwen-code/qwen-code-core/models/failure.js';
import { probeModel } from '@qwen-code/qwen-code-core/models/probe-model.js';
import { resolveModel, type ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { VERSION } from '../../version.js';
import type { SetUpPorts } from '../dialogs/set-up.js';
import { explainFailure } from './explain-failure.js';
import { saveCandidate } from './save-candidate.js';
import type { EndpointChoice, ModelCandidate, SetUpNews } from './setup-state.js';

/** The first answer of a big model takes its time; a person waits for this one. */
const LIST_MS = 10_000;
const TEST_MS = 45_000;

export interface SetUpPortOptions {
  readonly loaded: LoadedSettings;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

export function createSetUpPorts({ loaded, fetch, clock }: SetUpPortOptions): SetUpPorts {
  const failed = (
    failure: ModelFailure,
    asked: EndpointChoice,
    about: { readonly model: string | undefined; readonly listed: boolean },
  ): SetUpNews => ({
    kind: 'failed',
    ...explainFailure(failure, { ...choiceOf({ model: 'any', ...asked }, loaded), apiKey: asked.apiKey, ...about }),
  });
  return {
    list: async (endpoint, signal) => {
      const choice = choiceOf({ ...endpoint, model: 'any' }, loaded);
      const models = await endpointModels(choice, { fetch, clock, signal, timeoutMs: LIST_MS });
      if (models.kind === 'failed') return failed(models.failure, endpoint, { model: undefined, listed: false });
      return { kind: 'listed', ids: models.kind === 'listed' ? models.ids : undefined };
    },
    test: async (candidate, listed, signal) => {
      const ports = { userAgent: `QwenCode/${VERSION}`, clock, fetch };
      const failure = await probeModel(choiceOf(candidate, loaded), ports, signal);
      return failure === undefined
        ? { kind: 'answered' }
        : failed(failure, candidate, { model: candidate.model, listed });
    },
    save: (candidate) => {
      try {
        saveCandidate(loaded.paths.files.user, candidate);
        return { kind: 'saved' };
      } catch (error) {
        return { kind: 'unsaved', shown: shownText(error) };
      }
    },
  };
}

/** The candidate alone: nothing of the environment or of other settings stands in for a part of it. */
function choiceOf({ protocol, baseUrl, apiKey, model }: ModelCandidate, { settings }: LoadedSettings): ModelChoice {
  const { generationConfig } = settings.model;
  const auth = { selectedType: protocol, apiKey, baseUrl };
  const choice = resolveModel({
    flags: {},
    settings: { model: { name: model, generationConfig }, security: { auth } },
    env: {},
  });
  return { ...choice, options: { ...choice.options, timeoutMs: TEST_MS, streamIdleMs: TEST_MS } };
}
