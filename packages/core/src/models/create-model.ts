/**
 * The model of a choice, with the fallbacks it names. The OpenAI dialect is at hand; the others and their packages are loaded
 * when they are chosen.
 */
import type { Dialect } from './dialect.js';
import { openAiDialect } from './openai/openai-dialect.js';
import { modelOver } from './model-over.js';
import type { Protocol } from './protocols.js';
import type { ModelChoice } from './registry.js';
import { createSource, type ModelPorts, type ModelSource } from './streaming-model.js';
import type { Model } from './types.js';

type Load = (choice: ModelChoice, ports: ModelPorts) => Promise<Dialect>;

const gemini: Load = async (choice, ports) => (await import('./gemini/gemini-dialect.js')).geminiDialect(choice, ports);

const LOADERS: Readonly<Record<Protocol, Load>> = {
  openai: openAiDialect,
  anthropic: async (choice, ports) =>
    (await import('./anthropic/anthropic-dialect.js')).anthropicDialect(choice, ports),
  gemini,
  'vertex-ai': gemini,
};

export const openDialect: Load = (choice, ports) => LOADERS[choice.protocol](choice, ports);

/** Starts loading what the first request needs; never throws. */
export function createModel(choice: ModelChoice, ports: ModelPorts = {}): Model {
  const open = (one: ModelChoice): ModelSource => createSource(one, () => openDialect(one, ports), ports);
  const others: (ModelSource | undefined)[] = [];
  return modelOver(open(choice), (place) => {
    const fallback = choice.fallbacks?.[place];
    return fallback && (others[place] ??= open(fallback));
  });
}
