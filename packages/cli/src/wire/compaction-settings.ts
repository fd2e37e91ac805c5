/** When a conversation is summed up, and by which model, from the settings. */
import type { CompactionSettings } from '@qwen-code/qwen-code-core/agent/compaction/create-compactor.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { ModelSide } from './model-side.js';

const DEFAULT_THRESHOLD = 0.85;

export function compactionSettings(
  { settings }: Pick<LoadedSettings, 'settings'>,
  models: Pick<ModelSide, 'choice' | 'modelFor'>,
): CompactionSettings {
  const { context, model, compactionModel = '' } = settings;
  const older = model.chatCompression?.['contextPercentageThreshold'];
  return {
    threshold: context.autoCompactThreshold ?? (typeof older === 'number' ? older : DEFAULT_THRESHOLD),
    contextWindow: () => models.choice().options.contextWindow,
    limit: model.sessionTokenLimit,
    model: () => models.modelFor(compactionModel === '' ? 'fastModel' : 'compactionModel'),
  };
}
