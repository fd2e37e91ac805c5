import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import type { AttemptOutcome } from '../../mcp/loss/classify.js';
import { createFakeClock } from '../../testing/fake-clock.js';
import { createScriptedServer, type ArrivedCall } from '../../testing/scripted-server.js';
import { TEXT_RESULT } from '../../testing/scripted-transport.js';
import type { ToolArguments } from '../types.js';
import { startCallStop } from './call-stop.js';
import { callableAttempt, type CallableAttemptOptions } from './callable-attempt.js';
import { callableOverClient, type CallableTool, type FunctionCall, type Part } from './callable-tool.js';

const callableThat = (callTool: (calls: FunctionCall[]) => Promise<Part[]>): CallableTool => ({
  tool: async () => ({ functionDeclarations: [{ name: 'pay' }] }),
  callTool,
});

function start(
  callable: CallableTool,
  watchAttempt?: CallableAttemptOptions['watchAttempt'],
  args: ToolArguments = {},
) {
  const clock = createFakeClock();
  const user = new AbortController();
  const stop = startCallStop({ signal: user.signal, deadlineMs: 60_000, clock });
  const attempt = callableAttempt({ callable: () => callable, toolName: 'pay', watchAttempt });
  return { clock, user, run: () => attempt({ args, stop, onProgress: () => {} }).finally(() => stop.end()) };
}

const answered = (result: unknown): AttemptOutcome => ({ kind: 'answered', reply: { kind: 'result', result } });
const response = (body: Record<string, unknown>): Part[] => [{ functionResponse: { name: 'pay', response: body } }];

describe('a callable of a host, over a client that nobody watched', () => {
  it.each<[string, Part[], AttemptOutcome]>([
    [
      'an MCP result',
      response({ content: [{ type: 'text', text: 'x' }] }),
      answered({ content: [{ type: 'text', text: 'x' }] }),
    ],
    [
      'an MCP error result, as mcpToTool wraps it',
      response({ error: { content: [{ type: 'text', text: 'no' }], isError: true } }),
      answered({ content: [{ type: 'text', text: 'no' }], isError: true }),
    ],
    [
      'an error in words',
      response({ error: 'no' }),
      answered({ content: [{ type: 'text', text: 'no' }], isError: true }),
    ],
    ['an output in words', response({ output: 'yes' }), answered({ content: [{ type: 'text', text: 'yes' }] })],
    [
      'an output of another shape',
      response({ output: { a: 1 } }),
      answered({ content: [{ type: 'text', text: '{"a":1}' }] }),
    ],
    ['a response of another shape', response({ total: 3 }), answered({ total: 3 })],
    [
      'text parts',
      [{ text: 'a' }, { text: 'b' }],
      answered({
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
    ],
    ['nothing: it may have run', [], { kind: 'failed', reach: 'unanswered', cause: expect.any(Error) }],
  ])('returns %s', async (_name, parts, expected) => {
    expect(await start(callableThat(async () => parts)).run()).toEqual(expected);
  });

  it.each<[string, unknown, object]>([
    [
      'what the peer answered',
      new McpError(-32602, 'nope'),
      { kind: 'answered', reply: { kind: 'error', code: -32602, message: 'nope' } },
    ],
    ['the SDK’s close', new McpError(-32000, 'Connection closed'), { kind: 'lost', reach: 'unanswered' }],
    ['a Node code', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), { kind: 'lost', reach: 'unsent' }],
    [
      'RB-09 the SDK’s timeout',
      new McpError(-32001, 'Request timed out'),
      { kind: 'timed-out', reach: 'unanswered', idle: false },
    ],
    ['anything else', new Error('boom'), { kind: 'failed', reach: 'unanswered' }],
  ])('throws %s', async (_name, error, expected) => {
    expect(await start(callableThat(() => Promise.reject(error))).run()).toMatchObject(expected);
  });

  it('throws before it returns a promise', async () => {
    const callable = callableThat(() => {
      throw new Error('boom');
    });
    expect(await start(callable).run()).toMatchObject({ kind: 'failed', reach: 'unanswered' });
  });

  it('gets a copy of the arguments', async () => {
    const args = { list: [1] };
    const callable = callableThat(async ([call]) => {
      (call?.args?.['list'] as number[]).push(2);
      return response({ output: JSON.stringify(call) });
    });
    const result = { content: [{ type: 'text', text: '{"name":"pay","args":{"list":[1,2]}}' }] };
    expect(await start(callable, undefined, args).run()).toEqual(answered(result));
    expect(args).toEqual({ list: [1] });
  });

  it('is no longer waited for once the user cancels, or the deadline passes', async () => {
    const never = callableThat(() => new Promise(() => {}));
    const cancelled = start(never);
    const first = cancelled.run();
    cancelled.user.abort();
    expect(await first).toEqual({ kind: 'cancelled', reach: 'unanswered', cause: undefined });

    const slow = start(never);
    const second = slow.run();
    await slow.clock.advance(60_000);
    expect(await second).toEqual({ kind: 'timed-out', reach: 'unanswered', cause: undefined, idle: false });
  });

  it('RB-13 cancelled in the moment in which it breaks: no loss', async () => {
    let fail: (error: unknown) => void = () => {};
    const { run, user } = start(callableThat(() => new Promise((_resolve, reject) => (fail = reject))));
    const outcome = run();
    fail(new McpError(-32000, 'Connection closed'));
    user.abort();
    expect(await outcome).toEqual({ kind: 'cancelled', reach: 'unanswered', cause: undefined });
  });

  it('RB-14 is not called when the user cancelled before', async () => {
    let called = false;
    const { run, user } = start(
      callableThat(async () => {
        called = true;
        return [];
      }),
    );
    user.abort();
    expect([await run(), called]).toEqual([{ kind: 'cancelled', reach: 'unsent', cause: undefined }, false]);
  });
});

describe('a callable over a connection of ours: what the transport saw counts', () => {
  async function over(
    play: (call: ArrivedCall) => void,
    wrap: (inner: CallableTool) => CallableTool = (inner) => inner,
  ) {
    const server = createScriptedServer({ epochs: [[{ name: 'pay' }]], play });
    const live = await server.link.ready(new AbortController().signal);
    const callable = wrap(callableOverClient(live!.client, live!.tools, undefined));
    return { server, ...start(callable, () => live!.watchAttempt()) };
  }

  it('sends no progress token', async () => {
    const { run, server } = await over((call) => call.answer());
    expect(await run()).toEqual(answered(TEXT_RESULT));
    expect(server.arrived.map(({ progressToken }) => progressToken)).toEqual([undefined]);
  });

  it('an answer is an answer, although the callable throws it away', async () => {
    const { run } = await over(
      (call) => call.answer(),
      (inner) =>
        callableThat((calls) => inner.callTool(calls).then(() => Promise.reject(new Error('Connection closed')))),
    );
    expect(await run()).toEqual(answered(TEXT_RESULT));
  });

  it('a loss is a loss, although the callable calls it an answer', async () => {
    const { run } = await over(
      (call) => call.loseExchange(),
      (inner) => callableThat((calls) => inner.callTool(calls).catch(() => response({ output: 'fine' }))),
    );
    expect(await run()).toMatchObject({ kind: 'lost', reach: 'unanswered' });
  });

  it('a limit of the callable’s own is a timeout', async () => {
    const { run } = await over(
      () => {},
      (inner) =>
        callableThat((calls) =>
          Promise.race([inner.callTool(calls), Promise.reject(new McpError(-32001, 'Request timed out'))]),
        ),
    );
    expect(await run()).toMatchObject({ kind: 'timed-out', reach: 'unanswered' });
  });

  it('RB-08 a timeout of a connection that is gone is a loss', async () => {
    const { run } = await over(
      (call) => call.loseConnection(),
      (inner) =>
        callableThat((calls) => inner.callTool(calls).catch(() => Promise.reject(new McpError(-32001, 'late')))),
    );
    expect(await run()).toMatchObject({ kind: 'lost', reach: 'unanswered' });
  });

  it('a fault of the callable that has nothing to do with the connection is no loss', async () => {
    const { run, server } = await over(
      (call) => call.answer(),
      () => callableThat(() => Promise.reject(new Error('Connection closed'))),
    );
    expect(await run()).toMatchObject({ kind: 'failed', reach: 'unsent' });
    expect(server.arrived).toEqual([]);
  });

  it('declares the tools it was given, and leaves other names alone', async () => {
    const server = createScriptedServer({ epochs: [[{ name: 'pay' }]], play: (call) => call.answer() });
    const live = await server.link.ready(new AbortController().signal);
    const callable = callableOverClient(live!.client, live!.tools, undefined);
    expect(await callable.tool()).toEqual({
      functionDeclarations: [
        { name: 'pay', description: 'the scripted tool pay', parametersJsonSchema: { type: 'object' } },
      ],
    });
    expect(await callable.callTool([{ name: 'refund' }, { name: 'pay' }, {}])).toEqual(response({ ...TEXT_RESULT }));
    expect(server.arrived.map(({ name, args }) => [name, args])).toEqual([['pay', {}]]);
  });

  it('wraps an error result as mcpToTool does', async () => {
    const failure = { content: [{ type: 'text', text: 'no' }], isError: true };
    const server = createScriptedServer({ epochs: [[{ name: 'pay' }]], play: (call) => call.answer(failure) });
    const live = await server.link.ready(new AbortController().signal);
    const callable = callableOverClient(live!.client, live!.tools, undefined);
    expect(await callable.callTool([{ name: 'pay' }])).toEqual(response({ error: failure }));
  });
});
