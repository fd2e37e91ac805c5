import { createHttpFetch } from '@qwen-code/qwen-code-core/models/http/http-fetch.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { createModelEndpoint, status } from '@qwen-code/qwen-code-core/testing/model-endpoint.js';
import { expect, it, onTestFinished } from 'vitest';
import { findLocal } from './find-local.js';

it('finds the servers of this machine that answer with models', async () => {
  const [ollama, other, gone] = await Promise.all([
    createModelEndpoint(status(200, { data: [{ id: 'qwen3:8b' }] })),
    createModelEndpoint(status(404, 'a page')),
    createModelEndpoint(),
  ]);
  await gone.close();
  onTestFinished(async () => void (await Promise.all([ollama.close(), other.close()])));
  const servers = [ollama, other, gone].map(({ url }, at) => ({
    name: `Server ${at}`,
    port: Number(new URL(url).port),
  }));
  const found = await findLocal({ fetch: createHttpFetch(), clock, signal: new AbortController().signal }, servers);
  expect(found).toEqual([
    {
      label: 'Server 0 on this machine, which answers (1 model)',
      protocol: 'openai',
      baseUrl: `${ollama.url}/v1`,
      asksUrl: false,
      aboutUrl: '',
      aboutKey: '',
      found: ['qwen3:8b'],
    },
  ]);
});
