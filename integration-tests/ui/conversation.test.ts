/** The conversation in a real terminal: plans and questions of the model, agents, and a session that is gone on with. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  callTools,
  say,
  type Script,
  type ScriptedModel,
  type SeenRequest,
  type Turn,
} from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { openTerminal, type QwenTerminal, type TerminalOptions } from '../support/terminal.js';

let stage: Stage;
let terminal: QwenTerminal;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(async () => {
  await terminal.close();
  await stage.close();
});

async function open(script: Script, options: TerminalOptions = {}): Promise<ScriptedModel> {
  const model = await stage.play(script);
  terminal = await openTerminal(stage.home, { args: ['--approval-mode', 'default'], ...options, model });
  await terminal.shows('Type a message');
  return model;
}

const shell = (command: string): Turn => callTools({ name: 'run_shell_command', args: { command } });
const plan = callTools({ name: 'exit_plan_mode', args: { plan: '# Rename it\n\n1. Look\n2. Rename' } });

it('carries a plan out in the mode that was chosen, and leaves the plan readable', async () => {
  const model = await open([plan, say('On it.')], { args: ['--approval-mode', 'plan'] });
  await terminal.send('rename it');
  await terminal.shows(/Carry out this plan\?[^]*Rename it[^]*1\. Look[^]*1\. Yes, and back to Ask permissions/);
  await terminal.shows('Enter to confirm');
  await terminal.press('2');
  await terminal.shows(/Rename it[^]*✓ Plan[^]*◆ On it\.[^]*auto-accept edits/);
  expect(model.toolMessages().map(({ text }) => text)).toEqual([
    'The user agreed to the plan. Plan mode is off, the approval mode is "auto-edit". Carry out the plan.',
  ]);
});

it('keeps planning when it is told what to plan differently', async () => {
  const model = await open([plan, say('Smaller, then.')], { args: ['--approval-mode', 'plan'] });
  await terminal.send('rename it');
  await terminal.shows('Enter to confirm');
  await terminal.press('Up', 'Enter');
  await terminal.type('smaller steps');
  await terminal.press('Enter');
  await terminal.shows(/◆ Smaller, then\.[^]*plan mode/);
  expect(model.toolMessages().map(({ text }) => text)).toEqual([
    'The user wants another plan and said: smaller steps Plan mode goes on.',
  ]);
});

it('says below the prompt when the model goes into plan mode', async () => {
  await open([callTools({ name: 'enter_plan_mode', args: {} }), plan]);
  await terminal.send('plan it');
  await terminal.shows(/Carry out this plan\?[^]*\nplan mode/);
});

it('answers what the model asks', async () => {
  const questions = [
    {
      question: 'Which database?',
      header: 'Database',
      options: [{ label: 'SQLite', description: 'one file' }, { label: 'Postgres' }],
    },
    { question: 'When?', header: 'Times', multiSelect: true, options: [{ label: 'Daily' }, { label: 'Weekly' }] },
  ];
  const model = await open([callTools({ name: 'ask_user_question', args: { questions } }), say('Good.')]);
  await terminal.send('set it up');
  await terminal.shows(/\[Database\]\s+Times[^]*Which database\?[^]*1\. SQLite[^]*one file/);
  await terminal.shows('Enter to confirm');
  await terminal.press('3');
  await terminal.type('a text file');
  await terminal.press('Enter');
  await terminal.shows(/✓ Database\s+\[Times\]/);
  await terminal.press('1', '2', 'Enter');
  await terminal.shows(/\[Review\][^]*a text file[^]*Daily, Weekly/);
  await terminal.press('Enter');
  await terminal.shows('◆ Good.');
  expect(model.toolMessages().map(({ text }) => text)).toEqual([
    'The user answered:\n\nWhich database?\na text file\n\nWhen?\nDaily, Weekly',
  ]);
});

it('shows a session that is gone on with as it was, failed calls as failed', async () => {
  const read = callTools({ name: 'read_file', args: { file_path: `${stage.home.project}/missing.txt` } });
  await open([shell('echo fine'), read, say('That is **all**.')], { args: ['--yolo'] });
  await terminal.send('look around');
  await terminal.shows(/✓ Shell[^]*x ReadFile[^]*◆ That is all\.[^]*Type a message/);
  await terminal.send('/quit');
  expect(await terminal.ended()).toBe(0);
  await terminal.close();

  await open([], { args: ['--continue'] });
  await terminal.shows(/> look around[^]*✓ Shell[^]*x ReadFile[^]*◆ That is all\./);
});

it('names the agent that asks, and shows what it did', async () => {
  const isAgent = ({ messages }: SeenRequest): boolean => JSON.stringify(messages[0]).includes('You are a sub-agent');
  const script = (request: SeenRequest): Turn => {
    const hasResult = request.messages.at(-1)?.role === 'tool';
    if (isAgent(request)) return hasResult ? say('It is clean.') : shell('git fetch');
    return hasResult
      ? say('All is well.')
      : callTools({ name: 'agent', args: { description: 'Look at it', prompt: 'Look.' } });
  };
  await open(script);
  await terminal.send('is it clean?');
  await terminal.shows(/Run this command\?[^]*For the sub-agent general-purpose[^]*git fetch/);
  await terminal.shows('Enter to confirm');
  await terminal.press('1');
  await terminal.shows(/✓ Agent Look at it[^]*1 call[^]*It is clean\.[^]*◆ All is well\./);
});

it('hears of an agent in the background while nobody says anything', async () => {
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const script = async (request: SeenRequest): Promise<Turn> => {
    const said = JSON.stringify(request.messages.at(-1));
    if (JSON.stringify(request.messages[0]).includes('You are a sub-agent')) {
      await finished;
      return say('Found three.');
    }
    if (said.includes('Found three.')) return say('The agent found three.');
    return request.messages.at(-1)?.role === 'tool'
      ? say('It is at work.')
      : callTools({ name: 'agent', args: { description: 'Count', prompt: 'Count.', run_in_background: true } });
  };
  await open(script);
  await terminal.send('count them');
  await terminal.shows(/◆ It is at work\.[^]*1 in the background/);
  finish();
  await terminal.shows(/● agent-1 in the background is done: Count[^]*◆ The agent found three\./);
  await terminal.hides('in the background: /tasks');
});
