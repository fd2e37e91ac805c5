/**
 * Puts a canary on a loopback port. The port of the first process is kept in the state directory, so that the next one
 * comes back at the same address; it is named in the ledger once the server listens.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Canary } from './canary.js';
import type { RpcId, RpcMessage } from './rpc.js';

export async function listen({ plan, ledger, generation }: Canary, handler: RequestListener): Promise<void> {
  const portFile = join(plan.stateDir, 'port');
  const wanted = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  const server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  writeFileSync(portFile, String(port));
  ledger.append({ event: 'listening', generation, port });
}

export async function readBody(request: IncomingMessage): Promise<RpcMessage> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as RpcMessage;
}

export interface Page {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

/** Answers with a page; `{{id}}` in its body becomes the request's id. */
export function sendPage(
  response: ServerResponse,
  { status, type = 'text/plain', body }: Page,
  id?: RpcId | null,
): Promise<void> {
  const headers = status === 401 ? { 'content-type': type, 'www-authenticate': 'Bearer' } : { 'content-type': type };
  response.writeHead(status, headers);
  return endWith(response, body.replaceAll('{{id}}', JSON.stringify(id ?? null)));
}

/** Resolves once the last byte is handed to the system, or the client has gone. */
export const endWith = (response: ServerResponse, text: string): Promise<void> =>
  new Promise((resolve) => {
    response.once('close', resolve);
    response.end(text, () => resolve());
  });

export const writeOut = (response: ServerResponse, text: string): Promise<void> =>
  new Promise((resolve) => {
    response.write(text, () => resolve());
  });

/** One server-sent event. */
export const eventText = (data: string, { id, type = 'message' }: { id?: string; type?: string } = {}): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`;
