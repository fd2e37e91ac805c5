import { expect, it } from 'vitest';
import { compactionSettings } from './compaction-settings.js';

type Given = Parameters<typeof compactionSettings>;

const models = {
  choice: () => ({ options: { contextWindow: 5 } }),
  modelFor: (work: string) => ({ name: work }),
} as unknown as Given[1];

it.each<[object, unknown]>([
  [
    { context: {}, model: {} },
    { threshold: 0.85, limit: undefined, model: 'fastModel' },
  ],
  [
    { context: { autoCompactThreshold: 0 }, model: {} },
    { threshold: 0, limit: undefined, model: 'fastModel' },
  ],
  [
    {
      context: {},
      model: { chatCompression: { contextPercentageThreshold: 0.5 }, sessionTokenLimit: 9 },
      compactionModel: 'c',
    },
    { threshold: 0.5, limit: 9, model: 'compactionModel' },
  ],
])('of %j', (settings, expected) => {
  const { threshold, limit, model, contextWindow } = compactionSettings({ settings } as unknown as Given[0], models);
  expect({ threshold, limit, model: model?.().name }).toEqual(expected);
  expect(contextWindow?.()).toBe(5);
});
