import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { SELF_SIGNED } from '../../testing/self-signed.js';
import { createHttpFetch } from './http-fetch.js';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly socket: Socket;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url, headers, socket } = request;
    asked.push({ method, url, headers, body, socket });
    answer({ method, url, headers, body, socket }, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const post = (body: string, headers: Record<string, string> = {}, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  body,
  headers: new Headers(headers),
  ...(signal === undefined ? {} : { signal }),
});

it('sends method, headers and body, and gives status, headers and text back', async () => {
  const { url, asked } = await serve((_, response) => {
    response.writeHead(418, { 'Retry-After': '7', 'content-type': 'text/plain' }).end('short and stout');
  });
  const response = await createHttpFetch()(`${url}/v1/x?y=1`, post('grüße', { authorization: 'Bearer k' }));
  expect([response.ok, response.status, response.url, response.headers.get('retry-after')]).toEqual([
    false,
    418,
    `${url}/v1/x?y=1`,
    '7',
  ]);
  expect(Object.fromEntries(response.headers.entries())).toMatchObject({ 'content-type': 'text/plain' });
  expect(response.headers.get('absent')).toBeNull();
  expect(await response.text()).toBe('short and stout');
  const { method, url: path, headers, body } = asked[0]!;
  expect([method, path, headers.authorization, headers['content-length'], body]).toEqual([
    'POST',
    '/v1/x?y=1',
    'Bearer k',
    '7',
    'grüße',
  ]);
});

it('hands a body on as it comes', async () => {
  let more = (): void => {};
  const { url } = await serve((_, response) => {
    response.write('one');
    more = () => response.end('two');
  });
  const response = await createHttpFetch()(url, post(''));
  const seen: string[] = [];
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    seen.push(Buffer.from(chunk).toString());
    more();
  }
  expect(seen).toEqual(['one', 'two']);
});

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('reads a body in %s, though it asks for none', async (encoding, compress) => {
  const { url, asked } = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":1}'));
  });
  const response = await createHttpFetch()(url, post(''));
  expect(await response.json()).toEqual({ a: 1 });
  expect(asked[0]!.headers['accept-encoding']).toBeUndefined();
});

it('uses a connection again', async () => {
  const { url, asked } = await serve((_, response) => response.end('x'));
  const httpFetch = createHttpFetch();
  for (const body of ['1', '2']) await (await httpFetch(url, post(body))).text();
  expect(asked[0]!.socket).toBe(asked[1]!.socket);
});

it.each([307, 308])(
  'follows a %i with the same method and body, and the key only within the origin',
  async (status) => {
    const other = await serve((_, response) => response.end('there'));
    const first = await serve(({ url }, response) => {
      response.writeHead(status, { location: url === '/a' ? '/b' : `${other.url}/c` }).end();
    });
    const response = await createHttpFetch()(
      `${first.url}/a`,
      post('body', { authorization: 'k', 'X-Api-Key': 'k', 'x-goog-api-key': 'k', 'x-custom': 'c' }),
    );
    expect([await response.text(), response.url]).toEqual(['there', `${other.url}/c`]);
    const summary = [...first.asked, ...other.asked].map(({ method, url, body, headers }) => [
      method,
      url,
      body,
      headers.authorization,
      headers['x-api-key'],
      headers['x-goog-api-key'],
      headers['x-custom'],
    ]);
    expect(summary).toEqual([
      ['POST', '/a', 'body', 'k', 'k', 'k', 'c'],
      ['POST', '/b', 'body', 'k', 'k', 'k', 'c'],
      ['POST', '/c', 'body', undefined, undefined, undefined, 'c'],
    ]);
  },
);

it('gives any other redirect, and the sixth one, to the caller', async () => {
  const moved = await serve((_, response) => response.writeHead(301, { location: '/b' }).end());
  expect((await createHttpFetch()(moved.url, post(''))).status).toBe(301);
  const endless = await serve((_, response) => response.writeHead(308, { location: '/' }).end());
  expect((await createHttpFetch()(endless.url, post(''))).status).toBe(308);
  expect(endless.asked).toHaveLength(6);
});

it.each([
  ['before the response', (response: ServerResponse) => response.destroy()],
  ['in the body', (response: ServerResponse) => void response.write('half', () => response.destroy())],
])('fails with ECONNRESET when the connection ends %s', async (_, end) => {
  const { url } = await serve((_asked, response) => end(response));
  const read = async (): Promise<string> => (await createHttpFetch()(url, post(''))).text();
  await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('fails with the code of a refused connection', async () => {
  const { url } = await serve(() => {});
  const gone = servers.pop()!;
  await new Promise((resolve) => gone.close(resolve));
  await expect(createHttpFetch()(url, post(''))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it.each([['before it is sent'], ['while it waits'], ['in the body']])('stops on a cancel %s', async (moment) => {
  const controller = new AbortController();
  const { url, asked } = await serve((_, response) => {
    if (moment === 'while it waits') controller.abort();
    if (moment === 'in the body') response.write('half');
  });
  if (moment === 'before it is sent') controller.abort();
  const httpFetch = createHttpFetch();
  const read = async (): Promise<void> => {
    const response = await httpFetch(url, post('', {}, controller.signal));
    const body = (response.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    while (!(await body.next()).done) controller.abort();
  };
  await expect(read()).rejects.toBeInstanceOf(Error);
  expect(asked).toHaveLength(moment === 'before it is sent' ? 0 : 1);
});

it('refuses what is not HTTP', async () => {
  await expect(createHttpFetch()('ftp://127.0.0.1/', post(''))).rejects.toThrow(TypeError);
});

/** A proxy that brings every tunnel to one place, and remembers what it was asked. */
async function proxyTo(
  target: string,
): Promise<{ url: string; asked: { host: string | undefined; auth: string | undefined }[] }> {
  const asked: { host: string | undefined; auth: string | undefined }[] = [];
  const proxy = createServer((_request, response) => response.writeHead(400).end());
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push({ host: request.url, auth: request.headers['proxy-authorization'] });
    const { port } = new URL(target);
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  servers.push(proxy);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { url: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

it('goes through the proxy, which sees the host alone, and straight to a host that is exempt', async () => {
  const { url, asked } = await serve((_, response) => response.end('hello'));
  const proxy = await proxyTo(url);
  const fetch = createHttpFetch({
    network: { proxy: `http://me:secret@${proxy.url}`, env: { NO_PROXY: 'exempt.invalid' } },
  });
  const response = await fetch('http://model.invalid/v1/x', post('question', { authorization: 'Bearer k' }));
  expect([response.status, await response.text()]).toEqual([200, 'hello']);
  expect(proxy.asked).toEqual([{ host: 'model.invalid:80', auth: `Basic ${btoa('me:secret')}` }]);
  expect(asked.map(({ body, headers }) => [body, headers.host, headers['proxy-authorization']])).toEqual([
    ['question', 'model.invalid', undefined],
  ]);

  expect(await (await fetch(`${url}/v1`, post(''))).text()).toBe('hello');
  await expect(fetch('http://exempt.invalid/v1', post(''))).rejects.toMatchObject({ syscall: 'getaddrinfo' });
  expect(proxy.asked).toHaveLength(1);
});

it('takes a proxy from the environment, without its http://', async () => {
  const { url } = await serve((_, response) => response.end('hello'));
  const proxy = await proxyTo(url);
  const fetch = createHttpFetch({ network: { env: { HTTP_PROXY: proxy.url } } });
  expect(await (await fetch('http://model.invalid', post(''))).text()).toBe('hello');
});

it('refuses a certificate that nobody vouches for, unless told otherwise, also behind a proxy', async () => {
  const server = createTlsServer(SELF_SIGNED, (_, response) => response.end('hello'));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = { proxy: `http://${(await proxyTo(url)).url}`, env: {} };
  await expect(createHttpFetch()(url, post(''))).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  await expect(createHttpFetch({ network })('https://model.invalid', post(''))).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(await (await createHttpFetch({ insecure: true })(url, post(''))).text()).toBe('hello');
  const behind = await createHttpFetch({ insecure: true, network })('https://model.invalid', post(''));
  expect(await behind.text()).toBe('hello');
});
