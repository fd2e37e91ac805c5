import type { ModelFailure } from '@qwen-code/qwen-code-core/models/failure.js';
import { resolveModel } from '@qwen-code/qwen-code-core/models/registry.js';
import { describe, expect, it } from 'vitest';
import { explainFailure } from './explain-failure.js';

const { options } = resolveModel({ flags: { openaiBaseUrl: 'http://localhost' }, settings: {}, env: {} });
const asked = {
  protocol: 'openai',
  baseUrl: 'https://api.test:8443/v1',
  apiKey: 'sk-very-secret',
  options,
  model: 'm',
  listed: true,
} as const;
const api = (status: number | undefined, message = ''): ModelFailure => ({
  kind: 'api',
  status,
  type: undefined,
  message,
  retryAfterMs: undefined,
});
const connection = (code: string | undefined): ModelFailure => ({ kind: 'connection', code });

describe('a refusal', () => {
  it.each([
    [
      401,
      'key',
      'api.test:8443 refuses the key (401): copy it once more, whole, and check that it is for this provider.',
    ],
    [
      403,
      'key',
      'api.test:8443 refuses the key (403): copy it once more, whole, and check that it is for this provider.',
    ],
    [402, 'key', 'The account of this key has no credit left at api.test:8443 (402).'],
    [404, 'model', 'api.test:8443 does not know the model m: choose another one.'],
    [429, 'model', 'api.test:8443 takes no more requests now (429): wait, or check the quota of this key.'],
    [503, 'model', 'api.test:8443 has a fault of its own (503): try again later.'],
  ])('with %i', (status, wrong, shown) => {
    expect(explainFailure(api(status), asked)).toEqual({ wrong, shown });
  });

  it('is told in the words of the API where nothing better is known, without the key', () => {
    expect(explainFailure(api(400, 'sk-very-secret may not\nuse m'), asked)).toEqual({
      wrong: 'model',
      shown: 'api.test:8443 refuses the request with m: 400 [redacted] may not use m',
    });
  });

  it('where no key was given asks for one', () => {
    expect(explainFailure(api(401), { ...asked, apiKey: '' })).toEqual({
      wrong: 'key',
      shown: 'api.test:8443 wants a key (401).',
    });
  });

  it('of the list alone says less', () => {
    const listing = { ...asked, model: undefined, listed: false };
    expect(explainFailure(api(400), listing).wrong).toBe('key');
    expect(explainFailure(api(404), { ...asked, listed: false })).toEqual({
      wrong: 'url',
      shown:
        'api.test:8443 knows no such address or model (404): check the base URL, which often ends in /v1, and the model.',
    });
  });
});

it.each<[ModelFailure, string]>([
  [connection('ENOTFOUND'), 'The host api.test:8443 is not found: check the base URL and the network.'],
  [connection('EAI_AGAIN'), 'The host api.test:8443 is not found: check the base URL and the network.'],
  [
    connection('ECONNREFUSED'),
    'Nothing listens at api.test:8443: check the base URL, and start the server if it is yours.',
  ],
  [connection('EHOSTUNREACH'), "api.test:8443 can't be reached: check the network and a proxy."],
  [connection('EPROTO'), 'api.test:8443 does not speak TLS there: check the port, or begin the base URL with http://.'],
  [
    connection('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'The certificate of api.test:8443 is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): check the base URL, or name your authority in NODE_EXTRA_CA_CERTS.',
  ],
  [
    connection('CERT_HAS_EXPIRED'),
    'The certificate of api.test:8443 is not trusted (CERT_HAS_EXPIRED): check the base URL, or name your authority in NODE_EXTRA_CA_CERTS.',
  ],
  [
    connection('ECONNRESET'),
    'The connection to api.test:8443 failed (ECONNRESET): check the base URL and the network.',
  ],
  [
    connection(undefined),
    'The connection to api.test:8443 failed (no connection): check the base URL and the network.',
  ],
  [{ kind: 'timeout', ms: 1 }, 'api.test:8443 does not answer: check the base URL, the network and a proxy.'],
  [{ kind: 'empty' }, 'api.test:8443 answers, but not as this API does: check the base URL.'],
  [{ kind: 'garbled' }, 'api.test:8443 answers, but not as this API does: check the base URL.'],
])('sends %j back to the address', (failure, shown) => {
  expect(explainFailure(failure, asked)).toEqual({ wrong: 'url', shown });
});
