import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { patientFetch } from './patient-fetch.js';

const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
}

it("lifts Node's own limits on headers and body from each request, and from no other", async () => {
  const server = createServer((_req, res) => res.end('answer'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await (await fetch(url)).text();
  const shared = globalThis as unknown as Record<symbol, Dispatcher>;
  const real = shared[DISPATCHER]!;
  const seen: unknown[] = [];
  shared[DISPATCHER] = {
    dispatch: (options, handler) => {
      const { headersTimeout, bodyTimeout } = options as Record<string, unknown>;
      seen.push({ headersTimeout, bodyTimeout });
      return real.dispatch(options, handler);
    },
  };
  try {
    expect(await (await patientFetch(url)).text()).toBe('answer');
    expect(seen).toEqual([{ headersTimeout: 0, bodyTimeout: 0 }]);
  } finally {
    shared[DISPATCHER] = real;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
