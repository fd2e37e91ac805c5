import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../shared/clock.js';
import { plainModel, says, type PlainModel } from '../../testing/plain-model.js';
import { createToolContext } from '../../testing/tool-context.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { pageText } from './page-text.js';
import { createWebFetchTool, type WebFetchOptions } from './web-fetch-tool.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const html = (response: ServerResponse, body: string, type = 'text/html'): void =>
  void response.writeHead(200, { 'content-type': type }).end(body);

let model: PlainModel;
beforeEach(() => {
  model = plainModel(says('The answer.'));
});

const fetchWith = (
  args: ToolArguments,
  more: Partial<WebFetchOptions> = {},
  signal?: AbortSignal,
): Promise<ToolResult> =>
  createWebFetchTool({ clock: systemClock, model: () => model, userAgent: 'QwenCode/test', env: {}, ...more }).execute(
    { prompt: 'What is it?', ...args },
    createToolContext(signal),
  );

/** What the model was given of the page: between the marks, whose name nobody can guess. */
const given = (): string => {
  const text =
    model.requests[0]?.messages.at(-1)?.role === 'user' ? String(Object(model.requests[0].messages.at(-1)).text) : '';
  return /<(page-[0-9a-f]{12})>\n([\s\S]*)\n<\/\1>/.exec(text)?.[2] ?? '';
};

describe('web_fetch', () => {
  it('has the model answer over the page, without tools', async () => {
    const base = await listen((_request, response) =>
      html(response, '<title>T</title><h1>Hi</h1><p>a <a href="/b">b</a></p>'),
    );
    expect(await fetchWith({ url: `${base}/page` })).toEqual({ status: 'ok', text: 'The answer.' });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.tools).toEqual([]);
    expect(given()).toBe(`T\n\n# Hi\n\na [b](${base}/b)`);
  });

  it('reads what is compressed, and says who asks', async () => {
    let seen: IncomingMessage['headers'] = {};
    const base = await listen(({ headers }, response) => {
      seen = headers;
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('plain'));
    });
    await fetchWith({ url: base });
    expect(given()).toBe('plain');
    expect(seen['user-agent']).toBe('QwenCode/test');
  });

  it('follows a redirect within the host, and reports one that leaves it', async () => {
    const other = await listen((_request, response) => html(response, 'other'));
    const base = await listen(({ url }, response) => {
      if (url === '/there') html(response, 'there');
      else response.writeHead(302, { location: url === '/away' ? `${other}/x` : '/there' }).end();
    });
    await fetchWith({ url: `${base}/start` });
    expect(given()).toBe('there');
    expect(await fetchWith({ url: `${base}/away` })).toEqual({
      status: 'ok',
      text:
        `${base}/away redirects to another host, which was not followed: ${other}/x\n` +
        'Call web_fetch again with that address if you want that page.',
    });
    expect(model.requests).toHaveLength(1);
  });

  it('goes through the proxy that is set, but not where NO_PROXY says', async () => {
    const asked: string[] = [];
    const origin = await listen((_request, response) => html(response, 'direct', 'text/plain'));
    const proxyServer = createServer();
    servers.push(proxyServer);
    proxyServer.on('connect', ({ url }, socket) => {
      asked.push(String(url));
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxyServer.on('request', ({ url }, response) => {
      asked.push(String(url));
      html(response, 'proxied', 'text/plain');
    });
    await new Promise<void>((resolve) => proxyServer.listen(0, '127.0.0.1', resolve));
    const proxy = `http://127.0.0.1:${(proxyServer.address() as AddressInfo).port}`;
    await fetchWith({ url: origin }, { env: { HTTP_PROXY: proxy } });
    expect(asked).toHaveLength(1);
    await fetchWith({ url: origin }, { proxy, env: { NO_PROXY: '127.0.0.1' } });
    expect(asked).toHaveLength(1);
  });

  it('stops at the time limit, and on a cancel', async () => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const base = await listen(() => arrive());
    const clock: Clock = { ...systemClock, after: (_ms, run) => (void arrived.then(run), () => {}) };
    expect(await fetchWith({ url: base }, { clock })).toEqual({
      status: 'error',
      text: '127.0.0.1 could not be fetched: no answer within 30 seconds.',
    });
    const cancel = new AbortController();
    void arrived.then(() => cancel.abort());
    expect(await fetchWith({ url: base }, {}, cancel.signal)).toMatchObject({ status: 'cancelled' });
  });

  it('reads the start of what is too long, and says so', async () => {
    const base = await listen((_request, response) => html(response, 'x'.repeat(6 * 1024 * 1024), 'text/plain'));
    expect((await fetchWith({ url: base })).text).toBe(
      'The answer.\n\n[The page is long; only its first 100000 characters were read.]',
    );
    expect(given()).toHaveLength(100_000);
  });

  it.each<[string, ToolArguments, string]>([
    [
      'another scheme',
      { url: 'file:///etc/passwd' },
      'url must be an absolute address that begins with http:// or https://.',
    ],
    ['no address', { url: 'example' }, 'url must be an absolute address that begins with http:// or https://.'],
    [
      'credentials',
      { url: 'http://u:p@h/' },
      'The address holds a name or a password; such addresses are not fetched.',
    ],
  ])('refuses %s', async (_name, args, text) => {
    expect(await fetchWith(args)).toEqual({ status: 'error', text });
  });

  it('tells that nobody is there', async () => {
    const base = await listen(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect((await fetchWith({ url: base })).text).toBe('127.0.0.1 could not be fetched: ECONNREFUSED.');
  });

  it('tells a status, and a page that is no text, without the server’s words', async () => {
    const base = await listen(({ url }, response) => {
      if (url === '/gone') response.writeHead(404, 'SERVER WORDS').end('SERVER WORDS');
      else html(response, '\0\0\0', 'image/png');
    });
    expect((await fetchWith({ url: `${base}/gone` })).text).toBe(
      '127.0.0.1 answered with status 404; there is no page to read.',
    );
    expect((await fetchWith({ url: `${base}/x` })).text).toBe(`${base}/x is not text (image/png).`);
  });
});

describe('a page as text', () => {
  const url = new URL('https://example.test/a/');
  const page =
    '<script>bad()</script><h2>Two</h2><ul><li>one</li></ul><a href="javascript:x">y</a> <a href="../z">z</a>';
  it.each([
    ['auto', 'text/html', '## Two\n\n-   one\n\ny [z](https://example.test/z)'],
    ['markdown', 'application/xhtml+xml', '## Two\n\n-   one\n\ny [z](https://example.test/z)'],
    ['text', 'text/html', 'Two\n\none\n\ny z'],
    ['html', 'text/html', page],
    ['auto', 'text/plain', page],
    ['auto', '', page],
  ] as const)('%s of %s', async (format, contentType, expected) => {
    expect(await pageText({ url, contentType, body: Buffer.from(page) }, format)).toBe(expected);
  });

  it('knows the encoding by the header or by the page', async () => {
    const body = Buffer.from('<meta charset="iso-8859-1">caf\xe9', 'latin1');
    expect(await pageText({ url, contentType: 'text/html', body }, 'text')).toBe('café');
    expect(await pageText({ url, contentType: 'text/plain; charset=latin1', body: Buffer.from([0xe9]) }, 'auto')).toBe(
      'é',
    );
  });
});
