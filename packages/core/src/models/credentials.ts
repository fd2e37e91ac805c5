/**
 * Where a model is and with which key. Pure. A key goes nowhere but to the provider it is for: an entry that names a variable
 * gets that one alone, a service's own key goes to that service's hosts.
 */
import { QwenError } from '../shared/qwen-error.js';
import type { ProviderChoice } from './choose-provider.js';
import { firstGiven, given } from './given.js';
import { isLoopback } from './http/loopback.js';
import { PROTOCOLS, SERVICES, type Protocol } from './protocols.js';
import type { ModelChoice, ModelInputs, ModelSettings, ProviderEntry } from './registry.js';

/** What a local server gets where the API demands some key. */
const NO_KEY = 'not-needed';

/** A provider, and the entry of the model among its models. */
export interface Placed extends ModelInputs {
  readonly provider: ProviderChoice;
  readonly entry: ProviderEntry | undefined;
}

/** Throws QwenError 'config' for an address that is none. */
export function baseUrlOf({ flags, settings, env, provider: { protocol }, entry }: Placed): URL {
  const { baseUrlName, baseUrl, keyName } = PROTOCOLS[protocol];
  const ownService = (): string | undefined =>
    protocol === 'openai' && !given(flags.openaiApiKey) && !given(env[keyName]) && !given(entry?.envKey)
      ? SERVICES.find((service) => given(env[service.keyName]))?.baseUrl
      : undefined;
  return checkedUrl(
    firstGiven(
      protocol === 'openai' ? flags.openaiBaseUrl : undefined,
      entry?.baseUrl,
      env[baseUrlName],
      saved(settings, protocol)?.baseUrl,
    ) ??
      ownService() ??
      baseUrl,
    baseUrlName,
  );
}

export function keyOf(
  { flags, settings, env, provider: { protocol }, entry }: Placed,
  { hostname }: URL,
): string | undefined {
  const flag = protocol === 'openai' ? flags.openaiApiKey : undefined;
  if (given(entry?.envKey)) return firstGiven(flag, env[entry.envKey]);
  const service = protocol === 'openai' ? SERVICES.find(({ host }) => host.test(hostname)) : undefined;
  return firstGiven(
    flag,
    env[PROTOCOLS[protocol].keyName],
    service && env[service.keyName],
    saved(settings, protocol)?.apiKey,
  );
}

/** The saved key and address belong to the selected type, and to openai when none is selected. */
function saved(
  { security }: ModelSettings,
  protocol: Protocol,
): { apiKey?: string | undefined; baseUrl?: string | undefined } | undefined {
  return (firstGiven(security?.auth?.selectedType) ?? 'openai') === protocol ? security?.auth : undefined;
}

/** Vertex AI without a key: the project whose credentials this machine has. */
export function cloudOf(env: ModelInputs['env']): ModelChoice['cloud'] {
  const project = firstGiven(env['GOOGLE_CLOUD_PROJECT']);
  if (project === undefined) return undefined;
  return { project, location: firstGiven(env['GOOGLE_CLOUD_LOCATION']) ?? 'global' };
}

function checkedUrl(address: string, variable: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new QwenError(
      'config',
      `The base URL of the model is not a valid http(s) URL: correct ${variable === 'OPENAI_BASE_URL' ? '--openai-base-url, ' : ''}${variable}, ` +
        'security.auth.baseUrl or the modelProviders entry; it looks like https://host/v1.',
    );
  }
  return url;
}

/** Throws QwenError 'auth' for a key that is missing or can't be one. A server on this machine needs none. */
export function checkedKey(
  key: string | undefined,
  { hostname }: URL,
  { name, place }: { readonly name: string; readonly place: Placed },
): string {
  if (key === undefined) {
    if (isLoopback(hostname)) return NO_KEY;
    throw new QwenError('auth', missingKey(name, place));
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new QwenError(
      'auth',
      'The API key holds spaces or characters that no key has: copy it again, without quotes or line breaks.',
    );
  }
  return key;
}

function missingKey(name: string, { provider: { protocol }, entry }: Placed): string {
  const flag = protocol === 'openai' ? ', or pass --openai-api-key' : '';
  if (given(entry?.envKey)) {
    return `No API key for the model "${name}": set ${entry.envKey}, which its modelProviders entry names as envKey${flag}.`;
  }
  return protocol === 'openai'
    ? 'No API key: set OPENAI_API_KEY, pass --openai-api-key, or put security.auth.apiKey into settings.json; ' +
        'for a local server that needs no key, such as Ollama, set OPENAI_BASE_URL=http://localhost:11434/v1.'
    : `No API key for the model "${name}": set ${PROTOCOLS[protocol].keyName}${CLOUD_HINT[protocol] ?? ''}.`;
}

const CLOUD_HINT: Partial<Record<Protocol, string>> = {
  'vertex-ai': ', or GOOGLE_CLOUD_PROJECT (and GOOGLE_CLOUD_LOCATION) to use the Google credentials of this machine',
};
