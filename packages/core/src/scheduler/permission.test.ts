import { expect, it } from 'vitest';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import { permission, type PermissionPorts } from './permission.js';
import type { ApprovalAnswer, ApprovalPolicy, ApprovalRequest, Judgement } from './types.js';

const policy = (change: Partial<ApprovalPolicy> = {}): ApprovalPolicy => ({
  mode: 'auto',
  rules: { allow: [], ask: [], deny: [] },
  workspaceTrusted: true,
  dirs: { project: '/p', home: '/h' },
  ...change,
});
const never = new AbortController().signal;
const tool = plainMcpTool('srv', 'mcp__srv__write');
const request: ApprovalRequest = { callId: 'c', tool, args: { a: 1 } };
const YES: ApprovalAnswer = { behavior: 'allow' };

function ports(judgement: Judgement | undefined, answer: ApprovalAnswer = YES, change = {}) {
  const heard: string[] = [];
  const all: PermissionPorts = {
    policy: () => policy(change),
    approver: ({ reason }) => {
      heard.push(`asked: ${reason}`);
      return Promise.resolve(answer);
    },
    classify:
      judgement === undefined
        ? undefined
        : () => {
            heard.push('judged');
            return Promise.resolve(judgement);
          },
  };
  return { all, heard };
}

const REFUSED = {
  behavior: 'deny',
  shown:
    'mcp__srv__write was not run: approval mode auto judged that the user did not ask for this. ' +
    'Do not try to get round it; go on without it, or ask the user.',
};

it.each<[Judgement | undefined, unknown, string[]]>([
  [{ verdict: 'allow', reason: '' }, YES, ['judged']],
  [{ verdict: 'deny', reason: 'secret argument' }, REFUSED, ['judged']],
  [{ verdict: 'ask', reason: 'it sends' }, YES, ['judged', 'asked: it sends']],
  [undefined, YES, ['asked: undefined']],
])('judged %j', async (judgement, expected, order) => {
  const { all, heard } = ports(judgement);
  expect([await permission(request, never, all), heard]).toEqual([expected, order]);
});

it.each<[string, Partial<ApprovalPolicy>]>([
  ['default', { mode: 'default' }],
  ['auto-edit', { mode: 'auto-edit' }],
  ['an untrusted folder', { workspaceTrusted: false }],
  ['an ask rule', { rules: { allow: [], ask: ['mcp__srv'], deny: [] } }],
])('the model has no say: %s', async (_name, change) => {
  const { all, heard } = ports({ verdict: 'allow', reason: '' }, { behavior: 'deny', shown: 'no' }, change);
  expect([await permission(request, never, all), heard]).toEqual([
    { behavior: 'deny', shown: 'no' },
    ['asked: undefined'],
  ]);
});

it.each<[string, Partial<ApprovalPolicy>, string]>([
  ['a deny rule', { rules: { allow: [], ask: [], deny: ['mcp__srv'] } }, 'deny'],
  ['an allow rule', { rules: { allow: ['mcp__srv'], ask: [], deny: [] } }, 'allow'],
  ['plan mode', { mode: 'plan' }, 'deny'],
])('nobody is asked: %s', async (_name, change, behavior) => {
  const { all, heard } = ports({ verdict: 'allow', reason: '' }, YES, change);
  expect([(await permission(request, never, all)).behavior, heard]).toEqual([behavior, []]);
});

it('holds what a host puts in the place of the arguments against the deny rules', async () => {
  const shell = plainTool({ name: 'run_shell_command', kind: 'execute' });
  const change = { mode: 'default', rules: { allow: [], ask: [], deny: ['Bash(rm)'] } };
  const put = async (command: string): Promise<string> => {
    const { all } = ports(undefined, { behavior: 'allow', args: { command } }, change);
    return (await permission({ callId: 'c', tool: shell, args: { command: 'ls' } }, never, all)).behavior;
  };
  expect([await put('ls -a'), await put('ls; rm x')]).toEqual(['allow', 'deny']);
});

it('is cancelled while the model judges', async () => {
  const stop = new AbortController();
  const { all } = ports(undefined);
  const pending = permission(request, stop.signal, {
    ...all,
    classify: () => {
      stop.abort();
      return new Promise(() => {});
    },
  });
  expect(await pending).toEqual({ behavior: 'cancelled' });
});

it("does not take a server's word that its tool only reads", async () => {
  const parallel = plainMcpTool('srv', 'mcp__srv__read', { parallel: true, description: 'readOnlyHint: true' });
  const { all, heard } = ports({ verdict: 'ask', reason: '' }, { behavior: 'deny', shown: 'no' });
  expect((await permission({ ...request, tool: parallel }, never, all)).behavior).toBe('deny');
  expect(heard).toEqual(['judged', 'asked: ']);
});
