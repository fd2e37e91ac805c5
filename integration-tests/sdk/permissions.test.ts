/** The host decides on calls through canUseTool: allow, deny, another input, no answer in time, questions to the user. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanUseTool, QueryOptions } from '@qwen-code/sdk';
import { writeTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import { callTools, say, type ScriptedCall } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, type Stage } from '../support/run-qwen.js';
import { askOnce, openChat, openTally, toolResults } from './sdk-stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.close());

const inProject = (name: string): string => join(stage.home.project, name);
const write = (content = 'model'): ScriptedCall => ({
  name: 'write_file',
  id: 'call_1',
  args: { file_path: inProject('out.txt'), content },
});
const written = (): string | undefined =>
  existsSync(inProject('out.txt')) ? readFileSync(inProject('out.txt'), 'utf8') : undefined;

interface Asked {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** Plays one call, with the host answering as told; gives what the host was asked and what came of it. */
async function decide(call: ScriptedCall, answer: CanUseTool, more: Partial<QueryOptions> = {}) {
  const model = await stage.play([callTools(call), say('Done.')]);
  const asked: Asked[] = [];
  const canUseTool: CanUseTool = (tool, input, options) => {
    asked.push({ tool, input });
    return answer(tool, input, options);
  };
  const messages = await askOnce(stage, model, 'go', { canUseTool, ...more });
  return { asked, result: toolResults(messages)[0], last: messages.at(-1), told: model.toolMessages() };
}

const allow: CanUseTool = async (_tool, updatedInput) => ({ behavior: 'allow', updatedInput });
const change =
  (input: Record<string, unknown>): CanUseTool =>
  async () => ({ behavior: 'allow', updatedInput: input });

describe('canUseTool', () => {
  it('allows', async () => {
    const { asked, result, last } = await decide(write(), allow);
    expect(asked).toEqual([{ tool: 'write_file', input: { file_path: inProject('out.txt'), content: 'model' } }]);
    expect([written(), result?.is_error]).toEqual(['model', false]);
    expect(last).toMatchObject({ subtype: 'success', result: 'Done.' });
  });

  it('denies: the reason reaches the model, the turn goes on, and it is no denial by a rule', async () => {
    const { result, last, told } = await decide(write(), async () => ({ behavior: 'deny', message: 'host says no' }));
    expect(written()).toBeUndefined();
    expect(result).toEqual({ type: 'tool_result', tool_use_id: 'call_1', is_error: true, content: 'host says no' });
    expect(told).toEqual([{ callId: 'call_1', text: 'host says no' }]);
    expect(last).toMatchObject({ subtype: 'success', result: 'Done.', permission_denials: [] });
  });

  it('denies and ends the turn', async () => {
    const answer: CanUseTool = async () => ({ behavior: 'deny', message: 'stop it', interrupt: true });
    const { result, last, told } = await decide(write(), answer);
    expect([written(), result?.content, told]).toEqual([undefined, 'stop it', []]);
    expect(last).toMatchObject({
      subtype: 'error_during_execution',
      is_error: true,
      num_turns: 1,
      unknown_outcomes: [],
    });
  });

  it('changes the input of a file, of a command and of an MCP call', async () => {
    await decide(write(), change({ file_path: inProject('out.txt'), content: 'host' }));
    expect(written()).toBe('host');

    const tally = openTally(stage, 'shell');
    const shell = { name: 'run_shell_command', args: { command: `echo model >> ${tally.path}` } };
    await decide(shell, change({ command: `echo host >> ${tally.path}` }));
    expect(tally.lines()).toEqual(['host']);

    const canary = await stage.canary('ext', { transport: 'stdio', tools: [writeTool('order')] });
    const call = { name: 'mcp__ext__order', args: { key: 'model' } };
    const { asked } = await decide(call, change({ key: 'host' }), { mcpServers: { ext: canary.entry } });
    expect(asked).toEqual([{ tool: 'mcp__ext__order', input: { key: 'model' } }]);
    const calls = canary.events().filter((event) => event.event === 'call');
    expect(calls).toMatchObject([{ tool: 'order', args: { key: 'host' } }]);
  });

  it('does not take an input that breaks the schema of the tool', async () => {
    const { result } = await decide(write(), change({ file_path: inProject('out.txt') }));
    expect([written(), result?.is_error]).toEqual([undefined, true]);
    expect(result?.content).toContain('write_file was not run, its arguments are wrong');
  });

  it('does not wait longer than it was told', async () => {
    const late: CanUseTool = (_tool, updatedInput, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ behavior: 'allow', updatedInput })));
    const { result } = await decide(write(), late, { timeout: { canUseTool: 200 } });
    expect([written(), result?.is_error]).toEqual([undefined, true]);
  });

  it('a callback that throws is a no', async () => {
    const { result } = await decide(write(), () => Promise.reject(new Error('broken')));
    expect([written(), result?.is_error]).toEqual([undefined, true]);
  });

  it('without a callback every question is a no', async () => {
    const model = await stage.play([callTools(write()), say('Done.')]);
    const messages = await askOnce(stage, model, 'go');
    expect([written(), toolResults(messages)[0]?.is_error]).toEqual([undefined, true]);
  });

  it('is not asked about what a rule allows, and can not allow what a rule denies', async () => {
    const allowed = await decide(write('by rule'), allow, { allowedTools: ['write_file'] });
    expect([allowed.asked, written()]).toEqual([[], 'by rule']);
    const denied = await decide(write('never'), allow, { excludeTools: ['write_file'] });
    expect([denied.asked, written(), denied.result?.is_error]).toEqual([[], 'by rule', true]);
    expect(denied.last).toMatchObject({ permission_denials: [{ tool_name: 'write_file', tool_use_id: 'call_1' }] });
  });
});

describe('permission modes', () => {
  it.each(['yolo', 'auto-edit'] as const)('%s writes without asking', async (permissionMode) => {
    const { asked } = await decide(write(), allow, { permissionMode });
    expect([asked, written()]).toEqual([[], 'model']);
  });

  it('plan refuses', async () => {
    const { asked, result } = await decide(write(), allow, { permissionMode: 'plan' });
    expect([asked, written(), result?.is_error]).toEqual([[], undefined, true]);
  });

  it('a change of mode holds from the next call on', async () => {
    const model = await stage.play([callTools(write()), say('Asked.'), callTools(write('later')), say('Done.')]);
    const asked: string[] = [];
    const chat = openChat(stage, model, {
      canUseTool: async (tool) => {
        asked.push(tool);
        return { behavior: 'deny', message: 'no' };
      },
    });
    await chat.ask('one');
    expect([asked, written()]).toEqual([['write_file'], undefined]);
    await chat.query.setPermissionMode('yolo');
    await chat.ask('two');
    await chat.end();
    expect([asked, written()]).toEqual([['write_file'], 'later']);
    expect(chat.messages.filter(({ type }) => type === 'system')).toMatchObject([
      { permission_mode: 'default' },
      { permission_mode: 'yolo' },
    ]);
  });
});

describe('ask_user_question', () => {
  const questions = [
    { question: 'Which?', header: 'Choice', options: [{ label: 'Red' }, { label: 'Blue', description: 'cold' }] },
  ];
  const question: ScriptedCall = { name: 'ask_user_question', args: { questions } };

  it('is asked also in yolo mode, and the answers reach the model', async () => {
    const answer: CanUseTool = async (_tool, input) => ({
      behavior: 'allow',
      updatedInput: { ...input, answers: { 0: 'Blue' } },
    });
    const { asked, told } = await decide(question, answer, { permissionMode: 'yolo' });
    expect(asked).toEqual([{ tool: 'ask_user_question', input: { questions } }]);
    expect(told[0]?.text).toBe('The user answered:\n\nWhich?\nBlue');
  });

  it('what the model makes up as answers is never one', async () => {
    const { asked, told } = await decide({ ...question, args: { questions, answers: { 0: 'Red' } } }, allow);
    expect(asked).toEqual([{ tool: 'ask_user_question', input: { questions } }]);
    expect(told[0]?.text).toBe('No answer was given. Go on without one if you can, or ask in your reply.');
  });
});
