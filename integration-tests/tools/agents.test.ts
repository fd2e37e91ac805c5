/** Sub-agents in a whole run: what they do, what they may, and that nothing of theirs is lost. */
import { writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import {
  callTools,
  plainText,
  say,
  type SeenRequest,
  type Turn,
} from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

/** One list of turns for the conversation of the user, one for the sub-agent, each in its own order. */
function plays(main: readonly Turn[], sub: readonly Turn[]): (request: SeenRequest) => Turn {
  const left = { main: [...main], sub: [...sub] };
  return (request) => left[isSubagent(request) ? 'sub' : 'main'].shift() ?? say('over');
}

const isSubagent = ({ messages }: SeenRequest): boolean =>
  plainText(messages[0]?.content).includes('You are a sub-agent');

const agentCall = (more: Readonly<Record<string, unknown>> = {}) =>
  callTools({ name: 'agent', id: 'outer', args: { description: 'a task', prompt: 'Act once.', ...more } });
const act = callTools({ name: 'mcp__srv__act', id: 'inner', args: { key: 'k' } });

it('a call of a sub-agent that is lost after its commit ran once, and is told as unknown all the way up', async () => {
  const canary = await stage.canary('srv', {
    transport: 'stdio',
    tools: [writeTool('act')],
    faults: [{ tool: 'act', nth: 1, then: { kind: 'exit' } }],
  });
  await stage.settle({ srv: { ...canary.entry, trust: true } });
  const model = await stage.play(plays([agentCall(), say('done')], [act, say('All went well.')]));
  const result = await runQwen(stage.home, { model, args: ['-p', 'go', '--yolo', '-o', 'stream-json'] });
  expect(result.exitCode).toBe(0);
  expect(canary.events().filter(({ event }) => event === 'call')).toHaveLength(1);

  const told = model.toolMessages().find(({ callId }) => callId === 'outer')?.text;
  expect(told).toMatch(
    /^All went well\.\n\n\[The outcome of one call of this agent is unknown \(mcp_outcome_unknown\): mcp__srv__act \(record /,
  );
  const records = recordsOf(result);
  expect(records.at(-1)).toMatchObject({
    type: 'result',
    unknown_outcomes: [{ tool_use_id: 'inner', tool_name: 'mcp__srv__act', code: 'mcp_outcome_unknown' }],
  });
  const inner = records.filter((record) => record['parent_tool_use_id'] === 'outer');
  expect(inner.map(({ type }) => type)).toEqual(['assistant', 'user', 'assistant']);
});

it('a sub-agent is held back by an unknown outcome of the conversation that started it', async () => {
  const canary = await stage.canary('srv', {
    transport: 'stdio',
    tools: [writeTool('act')],
    faults: [{ tool: 'act', nth: 1, then: { kind: 'exit' } }],
  });
  await stage.settle({ srv: { ...canary.entry, trust: true } });
  const model = await stage.play(plays([act, agentCall(), say('done')], [act, say('Held back.')]));
  const result = await runQwen(stage.home, { model, args: ['-p', 'go', '--yolo', '-o', 'stream-json'] });
  expect(result.exitCode).toBe(0);
  expect(canary.events().filter(({ event }) => event === 'call')).toHaveLength(1);
});

it('a sub-agent may do no more than the conversation that started it', async () => {
  const canary = await stage.canary('srv', { transport: 'stdio', tools: [writeTool('act')] });
  await stage.settle({ srv: canary.entry });
  const model = await stage.play(plays([agentCall(), say('done')], [act, say('Refused.')]));
  const args = ['-p', 'go', '--approval-mode', 'default', '-o', 'stream-json'];
  const records = recordsOf(await runQwen(stage.home, { model, args }));
  expect(canary.events().filter(({ event }) => event === 'call')).toEqual([]);
  expect(records.at(-1)).toMatchObject({ permission_denials: [{ tool_name: 'mcp__srv__act', tool_use_id: 'inner' }] });
});

it('a headless run waits for its background agents and goes on with their reports', async () => {
  await stage.settle({});
  const model = await stage.play(
    plays([agentCall({ run_in_background: 'true' }), say('Waiting.'), say('It reported.')], [say('The report.')]),
  );
  const result = await runQwen(stage.home, { model });
  expect(result).toMatchObject({ exitCode: 0, stdout: 'It reported.\n' });
  const messages = model.scripted().at(-1)?.messages ?? [];
  expect(messages.map(({ content }) => plainText(content)).join('\n')).toContain(
    'Background agent agent-1 (a task) completed:\nThe report.',
  );
});

it('an agent that explores has only tools that read, and is told of no other', async () => {
  const canary = await stage.canary('srv', { transport: 'stdio', tools: [writeTool('act')] });
  const tools = { toolSearch: { threshold: 0 } };
  await stage.settle({ srv: { ...canary.entry, trust: true } }, { tools });
  const model = await stage.play(plays([agentCall({ subagent_type: 'Explore' }), say('done')], [act, say('Looked.')]));
  await runQwen(stage.home, { model });
  const asked = model.scripted().find(isSubagent);
  expect(asked?.tools).toEqual(['glob', 'grep_search', 'list_directory', 'read_file', 'todo_write', 'tool_search']);
  expect(asked?.messages.map(({ content }) => plainText(content)).join('\n')).not.toContain('mcp__srv__act');
  expect(canary.events().filter(({ event }) => event === 'call')).toEqual([]);
});

it('the depth of agents in agents is bounded', async () => {
  await stage.settle({});
  const model = await stage.play(plays([agentCall(), say('done')], [say('Deep enough.')]));
  await runQwen(stage.home, { model, args: ['-p', 'go', '--yolo', '--max-subagent-depth', '1'] });
  const offered = Object.fromEntries(model.scripted().map((request) => [isSubagent(request), request.tools]));
  expect(offered['false']).toContain('agent');
  expect(offered['true']).not.toContain('agent');
});
