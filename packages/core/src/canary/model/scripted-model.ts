/**
 * A local OpenAI-compatible endpoint that plays a script: one turn a request, in order. It records every request whole.
 *
 * A request without tools is not part of the play (title makers, classifiers): it gets a short canned answer and takes
 * no turn. After the last turn it keeps saying `The script is over.`
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playTurn } from './scripted-wire.js';

export interface ScriptedCall {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** The argument text as it is, for JSON that does not parse. Beats `args`. */
  readonly raw?: string;
  /** Default `call_<request>_<place>`. */
  readonly id?: string;
}

export type Turn =
  | {
      readonly kind: 'message';
      readonly text?: string;
      /** More of the text, each part sent when it comes. Left out of an answer that is not streamed. */
      readonly parts?: AsyncIterable<string>;
      readonly reasoning?: string;
      readonly calls?: readonly ScriptedCall[];
      readonly finishReason?: string;
      /** Prompt and completion tokens of the usage chunk. Default 10 and 5. */
      readonly usage?: { readonly prompt: number; readonly completion: number };
      /** Waited for after the first bytes of the answer have left. */
      readonly hold?: () => Promise<void>;
    }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The socket is destroyed, before the headers or after this much text. */
  | { readonly kind: 'drop'; readonly afterText?: string };

/** A list of steps, one a request; or one function that answers every request. */
export type Script = readonly Step[] | ((request: SeenRequest) => Turn | Promise<Turn>);

export type Step = Turn | ((request: SeenRequest) => Turn | Promise<Turn>);

export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface SeenRequest {
  /** Counts the scripted requests from 0; undefined for one without tools. */
  readonly turn: number | undefined;
  readonly messages: readonly ChatMessage[];
  /** Names of the tools offered. */
  readonly tools: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

export interface ToolMessage {
  readonly callId: string;
  readonly text: string;
}

export interface ScriptedModel {
  /** Base URL, with `/v1`. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** The scripted requests among them. */
  scripted(): readonly SeenRequest[];
  /** Every tool message of the newest scripted request: what the model was told of its calls, in order. */
  toolMessages(): readonly ToolMessage[];
  /** Resolves once scripted request `turn` has arrived. */
  arrived(turn: number): Promise<SeenRequest>;
  close(): Promise<void>;
}

export const say = (text: string): Turn => ({ kind: 'message', text });
export const callTools = (...calls: readonly ScriptedCall[]): Turn => ({ kind: 'message', calls });

const CANNED = say('Nothing to add.');
const OVER = say('The script is over.');

export interface ScriptedModelOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** How many requests are remembered, the newest ones. Default all. */
  readonly keep?: number;
  /** What a request without tools is answered with. Default: a short canned text. */
  readonly aside?: (request: SeenRequest) => Turn;
}

export async function createScriptedModel(script: Script, options: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  const { port = 0, keep = Infinity, aside = () => CANNED } = options;
  const requests: SeenRequest[] = [];
  let turns = 0;
  const waiting = new Set<() => void>();
  const scripted = (): SeenRequest[] => requests.filter(({ turn }) => turn !== undefined);

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end();
      return;
    }
    const body = JSON.parse(await readText(request)) as Record<string, unknown>;
    const seen = describe(body, request.headers, turns);
    if (seen.turn !== undefined) turns += 1;
    requests.push(seen);
    if (requests.length > keep) requests.shift();
    for (const wake of waiting) wake();
    const step = seen.turn === undefined ? aside(seen) : stepFor(script, seen.turn);
    const turn = typeof step === 'function' ? await step(seen) : step;
    await playTurn(turn, response, {
      model: String(body['model']),
      turn: seen.turn ?? 0,
      stream: body['stream'] === true,
    });
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    scripted,
    toolMessages: () => toolMessagesOf(scripted().at(-1)?.messages ?? []),
    arrived: (turn) =>
      new Promise((resolve) => {
        const look = (): void => {
          const seen = requests.find((request) => request.turn === turn);
          if (seen === undefined) return;
          waiting.delete(look);
          resolve(seen);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stepFor(script: Script, turn: number): Step {
  return typeof script === 'function' ? script : (script[turn] ?? OVER);
}

function describe(body: Record<string, unknown>, headers: IncomingMessage['headers'], turn: number): SeenRequest {
  const tools = (body['tools'] ?? []) as { function: { name: string } }[];
  return {
    turn: tools.length === 0 ? undefined : turn,
    messages: body['messages'] as ChatMessage[],
    tools: tools.map((tool) => tool.function.name),
    body,
    headers,
  };
}

function toolMessagesOf(messages: readonly ChatMessage[]): ToolMessage[] {
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ tool_call_id: callId = '', content }) => ({ callId, text: plainText(content) }));
}

/** The text of a message's content, which is a string or a list of parts. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: string }[]).map(({ text }) => text ?? '').join('');
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
