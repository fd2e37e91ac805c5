/**
 * Which provider type a run uses when several could be meant. Pure. Flags beat the list of models, which beats the
 * settings' type, which beats what the environment holds.
 */
import { QwenError } from '../shared/qwen-error.js';
import { PROTOCOLS, SERVICES, isProtocol, type Protocol } from './protocols.js';
import type { ModelInputs, ModelSettings } from './registry.js';
import { given } from './given.js';

export interface ProviderChoice {
  /** A protocol or a name of `providerProtocol`: the key in `modelProviders`. */
  readonly type: string;
  readonly protocol: Protocol;
}

/** `name` is the model asked for, if any. Throws QwenError 'auth'. */
export function chooseProvider({ flags, settings, env }: ModelInputs, name: string | undefined): ProviderChoice {
  const { selectedType, enforcedType } = settings.security?.auth ?? {};
  const listed = listedUnder(name, settings, selectedType);
  const type = [flags.authType, listed, selectedType].find(given)?.trim() ?? inferred({ flags, settings, env });
  if (given(enforcedType) && type !== enforcedType) throw new QwenError('auth', notEnforced(type, enforcedType));
  const protocol = settings.providerProtocol?.[type] ?? type;
  if (!isProtocol(protocol)) throw new QwenError('auth', protocol === 'qwen-oauth' ? DISCONTINUED : unknown(type));
  return { type, protocol };
}

/** The provider that lists this model: the selected one if it does. */
function listedUnder(
  name: string | undefined,
  { modelProviders = {} }: ModelSettings,
  selected: string | undefined,
): string | undefined {
  if (name === undefined) return undefined;
  const holds = (type: string): boolean => modelProviders[type]?.some(({ id }) => id === name) ?? false;
  return [selected, 'openai'].filter(given).find(holds) ?? Object.keys(modelProviders).find(holds);
}

/** The order in which protocols are looked for, and whether a base URL has to be named as well. */
const ORDER: readonly (readonly [protocol: Protocol, baseUrlNeeded: boolean])[] = [
  ['openai', true],
  ['gemini', false],
  ['vertex-ai', false],
  ['anthropic', true],
];

/** By a full set of variables first, then by a key alone. */
function inferred({ flags, settings, env }: ModelInputs): string {
  if (given(env['QWEN_OAUTH'])) return 'qwen-oauth';
  const has = (variable: string): boolean => given(env[variable]);
  const named = given(flags.model) || given(settings.model?.name);
  const whole = ORDER.find(([protocol, baseUrlNeeded]) => {
    const { keyName, baseUrlName, modelNames } = PROTOCOLS[protocol];
    return has(keyName) && (!baseUrlNeeded || has(baseUrlName)) && (modelNames.some(has) || (baseUrlNeeded && named));
  });
  if (whole !== undefined) return whole[0];
  const flagged = given(flags.openaiApiKey) || given(flags.openaiBaseUrl) || given(settings.security?.auth?.apiKey);
  const openAi = flagged || has('OPENAI_BASE_URL') || SERVICES.some(({ keyName }) => has(keyName));
  return openAi ? 'openai' : (ORDER.find(([protocol]) => has(PROTOCOLS[protocol].keyName))?.[0] ?? 'openai');
}

const DISCONTINUED =
  'Signing in with a Qwen account (qwen-oauth) was discontinued: use an API key; set OPENAI_API_KEY, OPENAI_BASE_URL ' +
  '(for example https://dashscope.aliyuncs.com/compatible-mode/v1) and OPENAI_MODEL.';

const unknown = (type: string): string =>
  `The provider type "${type}" is not supported: use openai, anthropic, gemini or vertex-ai, or map "${type}" to one of them in providerProtocol.`;

const notEnforced = (type: string, enforced: string): string =>
  `The provider type "${type}" is not allowed here: security.auth.enforcedType asks for "${enforced}"; choose a model of that type.`;
