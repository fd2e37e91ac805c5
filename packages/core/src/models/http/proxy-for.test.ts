import { expect, it } from 'vitest';
import { QwenError } from '../../shared/qwen-error.js';
import { proxyFor } from './proxy-for.js';

const P = 'http://proxy.test:8080';

it.each<[url: string, proxy: string | undefined, env: Record<string, string>, expected: string | undefined]>([
  ['https://api.test', undefined, {}, undefined],
  ['https://api.test', P, {}, P],
  ['https://api.test', '', { HTTPS_PROXY: P }, P],
  ['https://api.test', undefined, { https_proxy: P, HTTPS_PROXY: 'http://other.test' }, P],
  ['https://api.test', undefined, { HTTP_PROXY: P }, undefined],
  ['http://api.test', undefined, { HTTP_PROXY: P }, P],
  ['http://api.test', undefined, { ALL_PROXY: P }, P],
  ['https://api.test', P, { HTTPS_PROXY: 'http://other.test' }, P],
  ['https://api.test', P, { NO_PROXY: 'api.test' }, undefined],
  ['https://api.test', P, { no_proxy: '.test' }, undefined],
  ['https://api.test', P, { NO_PROXY: '*.test' }, undefined],
  ['https://deep.api.test', P, { NO_PROXY: 'other.example, api.test' }, undefined],
  ['https://myapi.test', P, { NO_PROXY: 'api.test' }, P],
  ['https://api.test', P, { NO_PROXY: 'api.test:444' }, P],
  ['https://api.test', P, { NO_PROXY: 'api.test:443' }, undefined],
  ['https://api.test:444', P, { NO_PROXY: 'api.test:444' }, undefined],
  ['https://api.test', P, { NO_PROXY: '*' }, undefined],
  ['https://api.test', 'proxy.test:8080', {}, P],
  ['http://localhost:1', P, {}, undefined],
  ['http://127.0.0.1:1', P, { HTTP_PROXY: P }, undefined],
  ['http://[::1]:1', P, {}, undefined],
])('%s, told %s and %j, goes through %s', (url, proxy, env, expected) => {
  expect(proxyFor(new URL(url), { proxy, env })).toBe(expected);
});

it.each(['socks5://proxy.test', 'http://'])('says what is wrong with %s', (proxy) => {
  expect(() => proxyFor(new URL('https://api.test'), { proxy, env: {} })).toThrowError(
    new QwenError(
      'config',
      'The proxy for model requests is not a valid http(s) URL: correct --proxy, the proxy setting or HTTPS_PROXY.',
    ),
  );
});
