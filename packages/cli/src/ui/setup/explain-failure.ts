/** Why an endpoint or a model did not answer, as one sentence that says what to do, and which step it sends back to. Pure. */
import { failureText, type ModelFailure } from '@qwen-code/qwen-code-core/models/failure.js';
import type { ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';

export interface Explanation {
  readonly shown: string;
  /** What has to be entered anew. */
  readonly wrong: 'url' | 'key' | 'model';
}

export interface Asked extends Pick<ModelChoice, 'protocol' | 'baseUrl' | 'apiKey' | 'options'> {
  /** undefined: only the list of models was asked for. */
  readonly model: string | undefined;
  /** The endpoint told its models, so that its address and the key are right. */
  readonly listed: boolean;
}

export function explainFailure(failure: ModelFailure, asked: Asked): Explanation {
  const { host } = new URL(asked.baseUrl);
  if (failure.kind === 'api') return refusal(failure, asked, host);
  if (failure.kind === 'timeout') {
    return { wrong: 'url', shown: `${host} does not answer: check the base URL, the network and a proxy.` };
  }
  if (failure.kind !== 'connection') {
    return { wrong: 'url', shown: `${host} answers, but not as this API does: check the base URL.` };
  }
  const { code = 'no connection' } = failure;
  return { wrong: 'url', shown: CONNECTIONS.find(([known]) => known.test(code))?.[1](host, code) ?? other(host, code) };
}

const other = (host: string, code: string): string =>
  `The connection to ${host} failed (${code}): check the base URL and the network.`;

type Sentence = (host: string, code: string) => string;

/** Node's codes of a connection that did not come about. */
const CONNECTIONS: readonly (readonly [code: RegExp, sentence: Sentence])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, (host) => `The host ${host} is not found: check the base URL and the network.`],
  [/^ECONNREFUSED$/, (host) => `Nothing listens at ${host}: check the base URL, and start the server if it is yours.`],
  [
    /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|ETIMEDOUT)$/,
    (host) => `${host} can't be reached: check the network and a proxy.`,
  ],
  [
    /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    (host) => `${host} does not speak TLS there: check the port, or begin the base URL with http://.`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|^ERR_TLS/,
    (host, code) =>
      `The certificate of ${host} is not trusted (${code}): check the base URL, or name your authority in NODE_EXTRA_CA_CERTS.`,
  ],
];

function refusal(failure: Extract<ModelFailure, { kind: 'api' }>, asked: Asked, host: string): Explanation {
  const { status = 0 } = failure;
  const model = asked.model ?? '';
  if (status === 401 || status === 403 || (status === 400 && asked.model === undefined)) {
    if (asked.apiKey === '') return { wrong: 'key', shown: `${host} wants a key (${status}).` };
    return {
      wrong: 'key',
      shown: `${host} refuses the key (${status}): copy it once more, whole, and check that it is for this provider.`,
    };
  }
  if (status === 402) return { wrong: 'key', shown: `The account of this key has no credit left at ${host} (402).` };
  if (status === 429) {
    return { wrong: 'model', shown: `${host} takes no more requests now (429): wait, or check the quota of this key.` };
  }
  if (status === 404) {
    return asked.listed
      ? { wrong: 'model', shown: `${host} does not know the model ${model}: choose another one.` }
      : {
          wrong: 'url',
          shown: `${host} knows no such address or model (404): check the base URL, which often ends in /v1, and the model.`,
        };
  }
  if (status >= 500) return { wrong: 'model', shown: `${host} has a fault of its own (${status}): try again later.` };
  const words = failureText(failure, asked).replace(/^\[API Error: |\]$/g, '');
  return { wrong: 'model', shown: `${host} refuses the request with ${model}: ${words}` };
}
