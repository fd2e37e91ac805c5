/** Sub-agents over real agents: only the model is made up. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Model, ToolCallRequest } from '../../models/types.js';
import type { ApprovalPolicy } from '../../scheduler/types.js';
import { systemClock } from '../../shared/clock.js';
import { noDebugLog } from '../../shared/debug-log.js';
import { QwenError } from '../../shared/qwen-error.js';
import { calls, plainModel, says, type PlainModel } from '../../testing/plain-model.js';
import { plainMcpTool, plainTool } from '../../testing/plain-tool.js';
import { createToolContext } from '../../testing/tool-context.js';
import { createBackgroundProcesses } from '../../tools/shell/background-processes.js';
import { createTaskList, type TaskList } from '../../tools/tasks/task-list.js';
import { createTaskTools } from '../../tools/tasks/task-tools.js';
import type { Tool, ToolArguments, ToolResult } from '../../tools/types.js';
import { createCallBudget } from '../call-budget.js';
import type { AgentEvent } from '../events.js';
import { createAgentTool } from './agent-tool.js';
import { BUILT_IN_TYPES, hasTool, type AgentType } from './agent-types.js';
import { mergeTypes, sessionAgentType } from './discover-agents.js';
import type { SharedAgentOptions, SubagentPorts, Within } from './run-subagent.js';

const policy: ApprovalPolicy = {
  mode: 'default',
  rules: { allow: [], ask: [], deny: ['mcp__srv__forbidden'] },
  workspaceTrusted: true,
  dirs: { project: '/work', home: '/home' },
};

let events: AgentEvent[];
let asked: string[];
let tasks: TaskList;
beforeEach(() => {
  events = [];
  asked = [];
  tasks = createTaskList(createBackgroundProcesses({ clock: systemClock }));
});

interface Stage {
  readonly tools?: readonly Tool[];
  readonly types?: readonly AgentType[];
  readonly shared?: Partial<SharedAgentOptions>;
  readonly ports?: Partial<SubagentPorts>;
  readonly background?: boolean;
  readonly within?: Within;
}

function agentTool(model: Model, stage: Stage = {}): Tool {
  const ports: SubagentPorts = {
    shared: {
      model: () => model,
      policy: () => policy,
      approver: ({ tool, agent }) => {
        asked.push(`${agent}: ${tool.name}`);
        return Promise.resolve({ behavior: 'allow' });
      },
      clock: systemClock,
      debug: noDebugLog,
      ...stage.shared,
    },
    openModel: () => model,
    openTools: () => ({ all: () => stage.tools ?? [], offer: (tools) => tools, reminder: () => undefined }),
    systemPrompt: (instructions) => instructions,
    emit: (event) => events.push(event),
    ...stage.ports,
  };
  const types = (): readonly AgentType[] => stage.types ?? BUILT_IN_TYPES;
  return createAgentTool({ types, ports, within: stage.within, ...(stage.background === true && { tasks }) });
}

const start = (tool: Tool, more: ToolArguments = {}, signal?: AbortSignal): Promise<ToolResult> =>
  tool.execute({ description: 'a task', prompt: 'Do it.', ...more }, { ...createToolContext(signal), callId: 'outer' });

const call = (name: string, id = 'c1'): ToolCallRequest => ({ id, name, argumentsJson: '{}' });
const lost: ToolResult = { status: 'error', text: 'Lost.', code: 'mcp_outcome_unknown', recordId: 'r-1' };

describe('a sub-agent', () => {
  it('works in a context of its own and gives its report', async () => {
    const model = plainModel(calls(call('look')), says('Found it.'));
    const result = await start(agentTool(model, { tools: [plainTool({ name: 'look' })] }));
    expect(result).toEqual({ status: 'ok', text: 'Found it.' });
    expect(model.requests[0]?.messages.at(-1)).toEqual({ role: 'user', text: 'Do it.' });
    expect(events.map((event) => (event.type === 'subagent' ? [event.callId, event.event.type] : event.type))).toEqual(
      [
        ...['turn-start', 'request', 'assistant', 'tool-start', 'tool-end'],
        ...['turn-start', 'request', 'text-delta', 'assistant'],
      ].map((type) => ['outer', type]),
    );
  });

  it('is held by the same policy and asks the same approver, which hears whose call it is', async () => {
    const act = plainMcpTool('srv', 'mcp__srv__act');
    const forbidden = plainMcpTool('srv', 'mcp__srv__forbidden', { execute: () => Promise.reject(new Error('ran')) });
    const model = plainModel(calls(call(act.name, 'a'), call(forbidden.name, 'b')), says('Done.'));
    await start(agentTool(model, { tools: [act, forbidden] }));
    expect(asked).toEqual([`general-purpose: ${act.name}`]);
    const ends = events.flatMap((event) =>
      event.type === 'subagent' && event.event.type === 'tool-end' ? [event.event.denied] : [],
    );
    expect(ends).toEqual([false, true]);
  });

  it('puts every call on record under an id of its own', async () => {
    const ids: string[] = [];
    const tool = plainTool({
      name: 'look',
      execute: (_args, { callId }) => Promise.resolve({ status: 'ok', text: String(ids.push(callId)) }),
    });
    await start(agentTool(plainModel(calls(call('look', 'outer')), says('Done.')), { tools: [tool] }));
    expect(ids).toEqual(['outer/outer']);
  });

  it('can not keep an unknown outcome to itself, nor can an agent between', async () => {
    const act = plainMcpTool('srv', 'mcp__srv__act', { execute: () => Promise.resolve(lost) });
    const text =
      'All fine.\n\n[The outcome of one call of this agent is unknown (mcp_outcome_unknown): mcp__srv__act (record r-1). ' +
      'What was called may have been carried out and was not sent again. ' +
      'Do not repeat it, neither yourself nor by another agent, before you have verified what happened.]';
    const inner = agentTool(plainModel(calls(call(act.name)), says('All fine.')), { tools: [act] });
    const openOutcomes = [
      { callId: expect.any(String) as string, tool: act.name, argumentsJson: '{}', recordId: 'r-1' },
    ];
    expect(await start(inner)).toEqual({ status: 'ok', text, openOutcomes });
    // The one between hears of it, whatever its own model makes of the report.
    const outerModel = plainModel(
      calls({ id: 'n', name: 'agent', argumentsJson: '{"description":"d","prompt":"p"}' }),
      says('All fine.'),
    );
    const openTools: SubagentPorts['openTools'] = (within) => {
      const nested = agentTool(plainModel(calls(call(act.name)), says('Fine.')), {
        tools: [act],
        within,
        ports: { emit: within.emit },
      });
      return { all: () => [nested], offer: (tools) => tools, reminder: () => undefined };
    };
    events = [];
    expect(await start(agentTool(outerModel, { ports: { openTools } }))).toEqual({ status: 'ok', text, openOutcomes });
    const parents = events.flatMap((event) =>
      event.type === 'subagent' && event.event.type === 'subagent' ? [[event.callId, event.event.callId]] : [],
    );
    expect([...new Set(parents.map(String))]).toEqual(['outer,n']);
  });

  it('is stopped with the call that started it', async () => {
    const stop = new AbortController();
    const tool = plainTool({
      name: 'wait',
      execute: (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ status: 'cancelled', text: 'Cancelled.' }));
          stop.abort();
        }),
    });
    const result = await start(agentTool(plainModel(calls(call('wait'))), { tools: [tool] }), {}, stop.signal);
    expect(result).toEqual({ status: 'cancelled', text: 'The agent was stopped before it was done.' });
  });

  it('spends the budget of calls of the whole conversation', async () => {
    const callBudget = createCallBudget(1, () => 'Over.');
    const model = plainModel(calls(call('look', 'a'), call('look', 'b')));
    const result = await start(agentTool(model, { tools: [plainTool({ name: 'look' })], shared: { callBudget } }));
    expect(result).toEqual({ status: 'error', text: 'The agent failed: Over.' });
    expect(callBudget.left()).toBe(0);
  });

  it.each<[string, ToolArguments, string]>([
    [
      'a type that is not there',
      { subagent_type: 'nobody' },
      'There is no agent type of that name; nothing was started. Types: general-purpose, Explore.',
    ],
    ['what is not part', { isolation: 'worktree' }, 'isolation is not part of this version; leave it out.'],
    [
      'the background, inside an agent',
      { run_in_background: true },
      'A sub-agent can start no agent in the background.',
    ],
  ])('refuses %s', async (_name, more, text) => {
    expect(await start(agentTool(plainModel(says('x'))), more)).toEqual({ status: 'error', text });
  });

  it('has the model that its type names, or says that there is none', async () => {
    const type = { ...BUILT_IN_TYPES[0]!, name: 'small', model: 'tiny' };
    const own = plainModel(says('Tiny.'));
    const main: PlainModel = plainModel(says('Main.'));
    const withModel = agentTool(main, { types: [type], ports: { openModel: () => own } });
    expect(await start(withModel, { subagent_type: 'small' })).toEqual({ status: 'ok', text: 'Tiny.' });
    const openModel = (): never => {
      throw new QwenError('auth', 'No key.');
    };
    const without = agentTool(main, { types: [type], ports: { openModel } });
    expect(await start(without, { subagent_type: 'small' })).toEqual({ status: 'error', text: 'No key.' });
  });
});

describe('in the background', () => {
  const taskTool = (name: string, args: ToolArguments): Promise<ToolResult> | undefined =>
    createTaskTools(tasks)
      .find((tool) => tool.name === name)
      ?.execute(args, createToolContext());

  it('returns at once; the report is told once, and the agent can go on', async () => {
    const model = plainModel(says('First.'), says('Second.'));
    const started = await start(agentTool(model, { background: true }), { run_in_background: true });
    expect(started.text).toMatch(/^Started agent-1 in the background\./);
    await tasks.settled(new AbortController().signal);
    expect(tasks.takeNotes()).toEqual([{ text: 'Background agent agent-1 (a task) completed:\nFirst.' }]);
    expect(tasks.takeNotes()).toEqual([]);
    expect((await taskTool('send_message', { to: 'agent-1', message: 'More.' }))?.text).toBe(
      'agent-1 had ended and goes on with the message; you are told its report.',
    );
    await tasks.settled(new AbortController().signal);
    expect(tasks.takeNotes()).toEqual([{ text: 'Background agent agent-1 (a task) completed:\nSecond.' }]);
    expect(model.requests.at(-1)?.messages.map((message) => ('text' in message ? message.text : ''))).toEqual([
      expect.stringContaining('You are a sub-agent'),
      'Do it.',
      'First.',
      'More.',
    ]);
  });

  it('can not keep an unknown outcome to itself there either', async () => {
    const act = plainMcpTool('srv', 'mcp__srv__act', { execute: () => Promise.resolve(lost) });
    const model = plainModel(calls(call(act.name)), says('All fine.'));
    await start(agentTool(model, { background: true, tools: [act] }), { run_in_background: true });
    await tasks.settled(new AbortController().signal);
    expect(tasks.takeNotes()).toEqual([
      {
        text: expect.stringContaining('mcp__srv__act (record r-1)') as string,
        openOutcomes: [{ callId: expect.any(String) as string, tool: act.name, argumentsJson: '{}', recordId: 'r-1' }],
      },
    ]);
  });

  it('hears a message between its steps', async () => {
    const tool = plainTool({
      name: 'step',
      execute: async () => {
        await taskTool('send_message', { to: 'agent-1', message: 'Mind the gap.' });
        return { status: 'ok', text: 'ok' };
      },
    });
    const model = plainModel(calls(call('step')), says('Minded.'));
    await start(agentTool(model, { background: true, tools: [tool] }), { run_in_background: true });
    await tasks.settled(new AbortController().signal);
    expect(model.requests[1]?.messages.at(-1)).toEqual({ role: 'user', text: 'Mind the gap.', repeats: {} });
  });

  it('is ended by task_stop', async () => {
    const tool = plainTool({
      name: 'wait',
      execute: (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ status: 'cancelled', text: 'Cancelled.' }));
          void taskTool('task_stop', { task_id: 'agent-1' });
        }),
    });
    await start(agentTool(plainModel(calls(call('wait'))), { background: true, tools: [tool] }), {
      run_in_background: true,
    });
    await tasks.settled(new AbortController().signal);
    expect(tasks.takeNotes()).toEqual([
      { text: 'Background agent agent-1 (a task) stopped:\nThe agent was stopped before it was done.' },
    ]);
    expect((await taskTool('list_agents', {}))?.text).toBe('- agent-1 (stopped): a task');
  });
});

describe('types', () => {
  const [general, explore] = BUILT_IN_TYPES;
  const tool = (name: string, kind: Tool['kind']): Tool => plainTool({ name, kind });
  it.each<[string, AgentType | undefined, Tool, boolean]>([
    ['general-purpose edits', general, tool('edit', 'edit'), true],
    ['nobody asks the user', general, tool('ask_user_question', 'question'), false],
    ['Explore reads', explore, tool('read_file', 'read'), true],
    ['Explore fetches', explore, tool('web_fetch', 'fetch'), true],
    ['Explore does not edit', explore, tool('edit', 'edit'), false],
    ['Explore runs nothing', explore, tool('run_shell_command', 'execute'), false],
    ['Explore has no tool of a server', explore, plainMcpTool('srv', 'mcp__srv__read'), false],
    ['a list, by alias', { ...general!, tools: ['Read'] }, tool('grep_search', 'read'), true],
    [
      'what is on the list can be looked up',
      { ...general!, tools: ['mcp__srv'] },
      tool('tool_search', 'internal'),
      true,
    ],
    ['not on the list', { ...general!, tools: ['Read', 'mcp__srv'] }, tool('edit', 'edit'), false],
    ['a server on the list', { ...general!, tools: ['mcp__srv'] }, plainMcpTool('srv', 'mcp__srv__x'), true],
  ])('%s: %s', (_name, type, of, expected) => {
    expect(hasTool(type!, of)).toBe(expected);
  });

  it('come from the SDK as well, but take no built-in name', () => {
    const entry = { name: 'helper', description: 'Helps.', systemPrompt: 'Help.', level: 'session', model: 'inherit' };
    const helper = {
      name: 'helper',
      description: 'Helps.',
      instructions: 'Help.',
      tools: undefined,
      readsOnly: false,
      model: undefined,
      source: 'session',
    };
    expect(sessionAgentType(entry)).toEqual(helper);
    expect([null, {}, { ...entry, name: 'a b' }, { ...entry, systemPrompt: 1 }].map(sessionAgentType)).toEqual(
      Array(4).fill(undefined),
    );
    expect(mergeTypes([helper as AgentType], [{ ...general!, source: 'project' }])).toEqual([helper]);
  });
});
