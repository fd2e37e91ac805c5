import { describe, expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { Tool, ToolArguments, ToolResult } from '../tools/types.js';
import { createCallMemory, type PastCall } from './call-memory.js';

const mcp = plainMcpTool('srv', 'mcp__srv__write');
// Consistently read-only on a trusted server.
const lookUp = plainMcpTool('srv', 'mcp__srv__look_up', { parallel: true });
const shell = plainTool({ name: 'run_shell_command', kind: 'execute' });
const read = plainTool({ name: 'read_file' });

interface Made {
  readonly id?: string;
  readonly tool?: Tool;
  readonly args?: ToolArguments;
  readonly message?: number;
}
const remembered = ({ id = 'call_1', tool = mcp, args = { a: 1 }, message = 1 }: Made) => ({
  providerId: id,
  tool,
  args,
  message,
});

const AGAIN =
  'Not run again: this call has the id and the arguments of an earlier call. The result of that call was:\nfirst';

it.each<[what: string, first: Made, then: Made[], expected: string | undefined]>([
  ['same id and arguments in one message', {}, [{}], 'first'],
  ['same id and arguments in the next message', {}, [{ message: 2 }], AGAIN],
  ['keys in another order', { args: { a: 1, b: { c: 1, d: 2 } } }, [{ args: { b: { d: 2, c: 1 }, a: 1 } }], 'first'],
  ['other arguments', {}, [{ args: { a: 2 } }], undefined],
  ['an array that looks like an object', { args: { a: { b: 1 } } }, [{ args: { a: [['b', 1]] } }], undefined],
  ['another id', {}, [{ id: 'call_2' }], undefined],
  ['another tool', {}, [{ tool: plainMcpTool('srv', 'mcp__srv__other') }], undefined],
  ['an MCP call after its id was reused', {}, [{ args: { a: 2 }, message: 2 }, { message: 3 }], AGAIN],
  ['a shell call in one message', { tool: shell }, [{ tool: shell }], 'first'],
  ['a shell call in the next message', { tool: shell }, [{ tool: shell, message: 2 }], AGAIN],
  [
    'a shell call after its id was reused',
    { tool: shell },
    [
      { tool: shell, args: {}, message: 2 },
      { tool: shell, message: 3 },
    ],
    undefined,
  ],
  ['a read-only MCP call in one message', { tool: lookUp }, [{ tool: lookUp }], 'first'],
  ['a read-only MCP call in the next message', { tool: lookUp }, [{ tool: lookUp, message: 2 }], undefined],
  ['a read in one message', { tool: read }, [{ tool: read }], 'first'],
  ['a read in the next message', { tool: read }, [{ tool: read, message: 2 }], undefined],
])('%s', async (_what, first, then, expected) => {
  const memory = createCallMemory();
  memory.keep(remembered(first), Promise.resolve<ToolResult>({ status: 'ok', text: 'first' }));
  const results = then.map((made) => memory.earlier(remembered(made)));
  expect((await results.at(-1))?.text).toBe(expected);
});

describe('nothing was sent', () => {
  it.each<[string, ToolResult, Made, boolean]>([
    ['held back', { status: 'error', text: 'x', code: 'mcp_call_frozen' }, {}, false],
    ['not on record', { status: 'error', text: 'x', code: 'io' }, {}, false],
    ['a built-in tool that could not write', { status: 'error', text: 'x', code: 'io' }, { tool: shell }, true],
    ['an unknown outcome', { status: 'error', text: 'x', code: 'mcp_outcome_unknown' }, {}, true],
  ])('%s: a later message may ask again', async (_name, result, made, isCopy) => {
    const memory = createCallMemory();
    const told = Promise.resolve(result);
    memory.keep(remembered(made), told);
    await told;
    expect(memory.earlier(remembered({ ...made, message: 1 }))).toBeDefined();
    expect(memory.earlier(remembered({ ...made, message: 2 })) !== undefined).toBe(isCopy);
  });
});

describe('a conversation that is taken up again', () => {
  const past = (toolName: string) => [{ providerId: 'call_1', toolName, args: { a: 1 }, text: 'first' }];

  it.each<[string, Tool, Made, string | undefined]>([
    ['an MCP call', mcp, {}, AGAIN],
    ['with keys in another order', mcp, { args: { a: 1.0 } }, AGAIN],
    ['other arguments', mcp, { args: { a: 2 } }, undefined],
    ['another id', mcp, { id: 'call_2' }, undefined],
    ['a read of an MCP server', lookUp, {}, undefined],
    ['a tool of our own', shell, {}, undefined],
  ])('%s', async (_name, tool, made, expected) => {
    const memory = createCallMemory(past(tool.name));
    expect((await memory.earlier(remembered({ tool, ...made })))?.text).toBe(expected);
  });
});

it.each<[string, Pick<PastCall, 'ended' | 'unknown'>, ToolResult]>([
  ['an error', { ended: 'error' }, { status: 'error', text: AGAIN }],
  ['cancelled', { ended: 'cancelled' }, { status: 'cancelled', text: AGAIN }],
  [
    'unknown, with its record',
    { unknown: { recordId: 'mo_1' } },
    { status: 'error', text: 'first', outcomeUnknown: true, recordId: 'mo_1' },
  ],
  ['unknown, without one', { unknown: {} }, { status: 'error', text: 'first', outcomeUnknown: true }],
])('a copy after a resume is no success when the call was none: %s', async (_name, end, expected) => {
  const memory = createCallMemory([
    { providerId: 'call_1', toolName: mcp.name, args: { a: 1 }, text: 'first', ...end },
  ]);
  expect(await memory.earlier(remembered({ tool: mcp }))).toEqual(expected);
});

it('keeps the constant text of a typed error', async () => {
  const memory = createCallMemory();
  const unknown: ToolResult = { status: 'error', text: 'constant', code: 'mcp_outcome_unknown', recordId: 'r1' };
  memory.keep(remembered({}), Promise.resolve(unknown));
  expect(await memory.earlier(remembered({ message: 2 }))).toEqual(unknown);
});
