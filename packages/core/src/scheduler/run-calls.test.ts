import { expect, it } from 'vitest';
import type { ToolCallRequest } from '../models/types.js';
import { createSchemaChecker } from '../shared/json-schema-check.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { Tool, ToolContext, ToolResult } from '../tools/types.js';
import { createCallMemory } from './call-memory.js';
import { STOP_GRACE_MS } from './run-call.js';
import { runCalls, type CallBatch, type CallPorts } from './run-calls.js';
import type { ApprovalMode, CallEvent, FinishedCall } from './types.js';

const call = (id: string, name: string, args: unknown = {}): ToolCallRequest => ({
  id,
  name,
  argumentsJson: typeof args === 'string' ? args : JSON.stringify(args),
});

interface Setup {
  readonly tools: readonly Tool[];
  readonly mode?: ApprovalMode;
  readonly ports?: Partial<CallPorts>;
  readonly batch?: Partial<CallBatch>;
}

function setUp({ tools, mode = 'yolo', ports = {}, batch = {} }: Setup) {
  const events: CallEvent[] = [];
  const clock = createFakeClock();
  const abort = new AbortController();
  const allPorts: CallPorts = {
    policy: () => ({
      mode,
      rules: { allow: [], ask: [], deny: [] },
      workspaceTrusted: true,
      dirs: { project: '/p', home: '/h' },
    }),
    approver: () => Promise.resolve({ behavior: 'deny', shown: 'nobody says yes' }),
    checker: createSchemaChecker(),
    memory: createCallMemory(),
    clock,
    emit: (event) => events.push(event),
    ...ports,
  };
  let message = 0;
  const run = (...calls: ToolCallRequest[]): Promise<readonly FinishedCall[]> =>
    runCalls(
      {
        calls: calls.map((one, place) => ({ call: { ...one, id: `${one.id}#${place}` }, providerId: one.id })),
        tools,
        message: (message += 1),
        budget: Infinity,
        cutShort: false,
        signal: abort.signal,
        ...batch,
      },
      allPorts,
    );
  return { run, events, clock, abort };
}

/** A tool whose calls wait until the test lets them go; `log` tells who began and who ended. */
function gated(name: string, parallel: boolean, log: string[]) {
  const gates = new Map<string, () => void>();
  const waiting = new Map<string, () => void>();
  const begun = new Set<string>();
  const tool = plainTool({
    name,
    parallel,
    kind: parallel ? 'read' : 'edit',
    execute: (_args, { callId }) => {
      log.push(`${callId} began`);
      begun.add(callId);
      waiting.get(callId)?.();
      return new Promise<ToolResult>((resolve) => {
        gates.set(callId, () => {
          log.push(`${callId} ended`);
          resolve({ status: 'ok', text: callId });
        });
      });
    },
  });
  return {
    tool,
    release: (callId: string) => gates.get(callId)?.(),
    began: (callId: string) =>
      new Promise<void>((resolve) => (begun.has(callId) ? resolve() : waiting.set(callId, resolve))),
  };
}

const texts = (finished: readonly FinishedCall[]): string[] => finished.map(({ result }) => result.text);

it('runs consecutive reads side by side and hands the results on in the order of the calls', async () => {
  const log: string[] = [];
  const read = gated('read', true, log);
  const { run, events } = setUp({ tools: [read.tool] });
  const running = run(call('a', 'read'), call('b', 'read'));
  await Promise.all([read.began('a#0'), read.began('b#1')]);
  read.release('b#1');
  read.release('a#0');
  expect(texts(await running)).toEqual(['a#0', 'b#1']);
  expect(log).toEqual(['a#0 began', 'b#1 began', 'b#1 ended', 'a#0 ended']);
  expect(events.map((event) => (event.type === 'tool-progress' ? '' : `${event.type} ${event.call.id}`))).toEqual([
    'tool-start a#0',
    'tool-start b#1',
    'tool-end a#0',
    'tool-end b#1',
  ]);
});

it('runs at most ten reads side by side', async () => {
  const log: string[] = [];
  const read = gated('read', true, log);
  const { run } = setUp({ tools: [read.tool] });
  const running = run(...Array.from({ length: 11 }, (_, index) => call(`c${index}`, 'read')));
  await read.began('c9#9');
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toHaveLength(10);
  read.release('c3#3');
  await read.began('c10#10');
  for (let index = 0; index < 11; index += 1) read.release(`c${index}#${index}`);
  expect(await running).toHaveLength(11);
});

it('lets a write wait for the reads before it, and later reads for the write', async () => {
  const log: string[] = [];
  const read = gated('read', true, log);
  const write = gated('write', false, log);
  const { run } = setUp({ tools: [read.tool, write.tool] });
  const running = run(call('a', 'read'), call('b', 'write'), call('c', 'write'), call('d', 'read'));
  await read.began('a#0');
  read.release('a#0');
  await write.began('b#1');
  write.release('b#1');
  await write.began('c#2');
  write.release('c#2');
  await read.began('d#3');
  read.release('d#3');
  await running;
  expect(log).toEqual(['a#0', 'b#1', 'c#2', 'd#3'].flatMap((id) => [`${id} began`, `${id} ended`]));
});

it('tells the host of the start, the progress and the end, and of no progress after the end', async () => {
  let context: ToolContext | undefined;
  const tool = plainTool({
    name: 'slow',
    execute: (_args, given) => {
      context = given;
      given.onProgress({ progress: 1, total: 2 });
      return Promise.resolve({ status: 'ok', text: 'done' });
    },
  });
  const { run, events } = setUp({ tools: [tool] });
  await run(call('a', 'slow', { x: 1 }));
  context?.onProgress({ progress: 2 });
  const made = { id: 'a#0', name: 'slow', argumentsJson: '{"x":1}' };
  expect(events).toEqual([
    { type: 'tool-start', call: made, args: { x: 1 } },
    { type: 'tool-progress', callId: 'a#0', progress: { progress: 1, total: 2 } },
    {
      type: 'tool-end',
      call: made,
      args: { x: 1 },
      result: { status: 'ok', text: 'done' },
      denied: false,
      durationMs: 0,
    },
  ]);
});

it.each<[what: string, made: ToolCallRequest, batch: Partial<CallBatch>, text: string]>([
  [
    'cut JSON',
    call('a', 'read', '{"file_path": "sec'),
    {},
    'read was not run, its arguments are wrong: they are not valid JSON (it ends too early). Expected: {"file_path": string (required)}',
  ],
  [
    'cut JSON at the length limit',
    call('a', 'read', '{"file'),
    { cutShort: true },
    'read was not run, its arguments are wrong: they are not valid JSON (it ends too early). Your answer reached its length limit; make the call smaller. Expected: {"file_path": string (required)}',
  ],
  [
    'broken JSON',
    call('a', 'read', '{file_path: "secret"}'),
    {},
    'read was not run, its arguments are wrong: they are not valid JSON (at character 2 of 21). Expected: {"file_path": string (required)}',
  ],
  [
    'an array',
    call('a', 'read', '["secret"]'),
    {},
    'read was not run, its arguments are wrong: they are an array, not a JSON object. Expected: {"file_path": string (required)}',
  ],
  [
    'a string',
    call('a', 'read', '"secret"'),
    {},
    'read was not run, its arguments are wrong: they are a string, not a JSON object. Expected: {"file_path": string (required)}',
  ],
  [
    'nothing where something is required',
    call('a', 'read', ''),
    {},
    `read was not run, its arguments are wrong: params must have required property 'file_path'. Expected: {"file_path": string (required)}`,
  ],
  [
    'a wrong type',
    call('a', 'read', { file_path: { a: 7 } }),
    {},
    'read was not run, its arguments are wrong: params/file_path must be string. Expected: {"file_path": string (required)}',
  ],
  ['an unknown tool', call('a', 'raed'), {}, 'There is no tool named "raed"; nothing was run. Did you mean read?'],
  [
    'an unknown tool with no name near',
    call('a', 'make_coffee'),
    {},
    'There is no tool named "make_coffee"; nothing was run. Use one of the tools you were given.',
  ],
  [
    'a call over the limit',
    call('a', 'read', { file_path: 'x' }),
    { budget: 0 },
    'Not run: the limit of tool calls is reached.',
  ],
])('answers %s to the model without running anything', async (_what, made, batch, text) => {
  let runs = 0;
  const tool = plainTool({
    name: 'read',
    parameters: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
    execute: () => Promise.resolve({ status: 'ok', text: String((runs += 1)) }),
  });
  const { run, events } = setUp({ tools: [tool], batch });
  const [finished] = await run(made);
  expect(finished?.result).toEqual({ status: 'error', text });
  expect(finished?.denied).toBe(false);
  expect(events.map(({ type }) => type)).toEqual(['tool-end']);
  expect(runs).toBe(0);
});

it('lets the host explain why a tool is not there', async () => {
  const explainMissing = (name: string): string | undefined =>
    name.startsWith('mcp__a__') ? 'Server "a" is down.' : undefined;
  const { run } = setUp({ tools: [plainMcpTool('b', 'mcp__b__send')], ports: { explainMissing } });
  expect(texts(await run(call('x', 'mcp__a__send'), call('y', 'mcp__b__sent')))).toEqual([
    'Server "a" is down.',
    'There is no tool named "mcp__b__sent"; nothing was run. Did you mean mcp__b__send?',
  ]);
});

it.each(['', '{}', 'null', ' '])('takes %j for no arguments', async (argumentsJson) => {
  const { run } = setUp({ tools: [plainTool({ name: 'ping' })] });
  expect(texts(await run(call('a', 'ping', argumentsJson)))).toEqual(['ok']);
});

it('does not let a schema that no validator takes stop a call', async () => {
  const { run } = setUp({ tools: [plainTool({ name: 'odd', parameters: { type: 'objekt', properties: 7 } })] });
  expect(texts(await run(call('a', 'odd', { x: 1 })))).toEqual(['ok']);
});

it('turns a thrown error into a result that holds nothing of its text', async () => {
  const { run } = setUp({
    tools: [plainTool({ name: 'bad', execute: () => Promise.reject(new TypeError('token=secret')) })],
  });
  const [finished] = await run(call('a', 'bad'));
  expect(finished?.result).toEqual({
    status: 'error',
    text: 'Unexpected TypeError; run again with --debug for details.',
  });
});

it('marks a denied call, whoever denied it', async () => {
  const tools = [plainTool({ name: 'edit', kind: 'edit' })];
  const asked = setUp({ tools, mode: 'default' });
  expect(await asked.run(call('a', 'edit'))).toMatchObject([
    { denied: true, result: { status: 'error', text: 'nobody says yes' } },
  ]);
  const planned = setUp({ tools, mode: 'plan' });
  expect(await planned.run(call('a', 'edit'))).toMatchObject([{ denied: true, args: {}, result: { status: 'error' } }]);
  expect([...asked.events, ...planned.events].map(({ type }) => type)).toEqual(['tool-end', 'tool-end']);
});

it('runs the arguments that the approver put in place, and checks them first', async () => {
  const seen: unknown[] = [];
  const tool = plainTool({
    name: 'edit',
    kind: 'edit',
    parameters: { properties: { n: { type: 'number' } } },
    execute: (args) => {
      seen.push(args);
      return Promise.resolve({ status: 'ok', text: 'ok' });
    },
  });
  const answers = [{ n: 2 }, { n: 'two' }];
  const { run } = setUp({
    tools: [tool],
    mode: 'default',
    ports: { approver: () => Promise.resolve({ behavior: 'allow', args: answers.shift() ?? {} }) },
  });
  expect(texts(await run(call('a', 'edit', { n: 1 }), call('b', 'edit', { n: 1 })))).toEqual([
    'ok',
    'edit was not run, its arguments are wrong: params/n must be number. Expected: {"n": number}',
  ]);
  expect(seen).toEqual([{ n: 2 }]);
});

it('takes an approver that throws for a no', async () => {
  const { run } = setUp({
    tools: [plainTool({ name: 'edit', kind: 'edit' })],
    mode: 'default',
    ports: { approver: () => Promise.reject(new Error('secret')) },
  });
  expect(await run(call('a', 'edit'))).toMatchObject([
    { denied: true, result: { text: 'edit was not run: the question about it could not be asked.' } },
  ]);
});

it('cancels: the running call hears of it, the open question is dropped, the rest never begins', async () => {
  const log: string[] = [];
  const obedient = plainTool({
    name: 'obedient',
    parallel: true,
    execute: (_args, { signal, callId }) =>
      new Promise((resolve) => {
        log.push(callId);
        signal.addEventListener('abort', () => resolve({ status: 'cancelled', text: 'stopped' }));
      }),
  });
  let asked = (): void => {};
  const question = new Promise<void>((resolve) => (asked = resolve));
  const asking = plainMcpTool('srv', 'mcp__srv__ask', { parallel: true });
  const { run, abort } = setUp({
    tools: [obedient, asking, plainTool({ name: 'later' })],
    mode: 'default',
    ports: {
      approver: () => {
        asked();
        return new Promise(() => {});
      },
    },
  });
  const running = run(call('a', 'obedient'), call('b', 'mcp__srv__ask'), call('c', 'later'));
  await question;
  abort.abort();
  expect(await running).toMatchObject([
    { result: { status: 'cancelled', text: 'stopped' } },
    { result: { status: 'cancelled', text: 'Cancelled before it began; it was not run.' }, denied: false },
    { result: { status: 'cancelled', text: 'Cancelled before it began; it was not run.' } },
  ]);
  expect(log).toEqual(['a#0']);
});

it.each<[string, (tool: Partial<Tool> & { readonly name: string }) => Tool, Partial<ToolResult>]>([
  ['a tool of ours', plainTool, {}],
  [
    'a call to a server, which may have been done',
    (tool) => plainMcpTool('srv', 'deaf', tool),
    { outcomeUnknown: true },
  ],
  ['a read from a server', (tool) => plainMcpTool('srv', 'deaf', { ...tool, parallel: true }), {}],
])('leaves behind a tool that does not stop after a cancel: %s', async (_name, make, more) => {
  let begun = (): void => {};
  const started = new Promise<void>((resolve) => (begun = resolve));
  const deaf = make({
    name: 'deaf',
    execute: () => {
      begun();
      return new Promise(() => {});
    },
  });
  const { run, abort, clock } = setUp({ tools: [deaf] });
  const running = run(call('a', 'deaf'));
  await started;
  abort.abort();
  await clock.advance(STOP_GRACE_MS);
  expect((await running).map(({ result }) => result)).toEqual([
    {
      status: 'cancelled',
      text: 'Cancelled while it was running; it did not stop in time and may still have taken effect.',
      ...more,
    },
  ]);
});

it('leaves no timer and no listener behind when calls end by themselves', async () => {
  const { run, clock, abort } = setUp({ tools: [plainTool({ name: 'read' })] });
  await run(call('a', 'read'));
  abort.abort();
  await clock.advance(0);
  expect(clock.sleepers).toBe(0);
});

it('runs a call that the provider sent twice once, and the same id with other arguments again (B31)', async () => {
  const ran: unknown[] = [];
  const tool = plainMcpTool('srv', 'mcp__srv__pay', {
    execute: (args) => Promise.resolve({ status: 'ok', text: `paid ${ran.push(args)}` }),
  });
  const { run, events } = setUp({ tools: [tool] });
  expect(texts(await run(call('x', tool.name, { n: 1 }), call('x', tool.name, { n: 1 })))).toEqual([
    'paid 1',
    'paid 1',
  ]);
  const [again] = texts(await run(call('x', tool.name, { n: 1 })));
  expect(again).toMatch(/^Not run again: .*\npaid 1$/s);
  expect(texts(await run(call('x', tool.name, { n: 2 })))).toEqual(['paid 2']);
  expect(ran).toEqual([{ n: 1 }, { n: 2 }]);
  expect(events.filter(({ type }) => type === 'tool-start')).toHaveLength(2);
});

it('lets a copy wait for the first one when both may run side by side', async () => {
  const log: string[] = [];
  const read = gated('read', true, log);
  const { run } = setUp({ tools: [read.tool] });
  const running = run(call('x', 'read'), call('x', 'read'));
  await read.began('x#0');
  read.release('x#0');
  expect(texts(await running)).toEqual(['x#0', 'x#0']);
  expect(log).toEqual(['x#0 began', 'x#0 ended']);
});

it('asks again for a copy of a call that was denied', async () => {
  let questions = 0;
  const { run } = setUp({
    tools: [plainMcpTool('srv', 'mcp__srv__pay')],
    mode: 'default',
    ports: {
      approver: () => {
        questions += 1;
        return Promise.resolve({ behavior: 'deny', shown: 'no' });
      },
    },
  });
  await run(call('x', 'mcp__srv__pay'), call('x', 'mcp__srv__pay'));
  expect(questions).toBe(2);
});
