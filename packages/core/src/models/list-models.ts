/** The models that a person or a program can switch to. Pure. */
import { isProtocol, type Protocol } from './protocols.js';
import type { ModelChoice, ModelSettings } from './registry.js';

export interface ListedModel {
  readonly id: string;
  /** For people, where the settings give one. */
  readonly name?: string;
  readonly protocol: Protocol;
}

/** Every entry of `modelProviders` whose protocol is spoken; the current model first when no entry names it. */
export function listModels(
  settings: ModelSettings,
  current: Pick<ModelChoice, 'name' | 'protocol'>,
): readonly ListedModel[] {
  const listed = Object.entries(settings.modelProviders ?? {}).flatMap(([type, entries]) => {
    const protocol = settings.providerProtocol?.[type] ?? type;
    if (!isProtocol(protocol)) return [];
    return (entries ?? []).map(({ id, name }) => ({ id, protocol, ...(name !== undefined && { name }) }));
  });
  const isListed = listed.some(({ id }) => id === current.name);
  return isListed ? listed : [{ id: current.name, protocol: current.protocol }, ...listed];
}
