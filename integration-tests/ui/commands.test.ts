/** Slash commands of the terminal as a person meets them: sessions, models, going back. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callTools, say, type Script, type ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { openTerminal, type QwenTerminal } from '../support/terminal.js';

let stage: Stage;
let model: ScriptedModel;
let terminal: QwenTerminal;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(async () => {
  await terminal.close();
  await stage.close();
});

async function open(script: Script, args: readonly string[] = []): Promise<void> {
  model = await stage.play(script);
  await again(args);
  await terminal.shows('Type a message');
}

async function again(args: readonly string[] = []): Promise<void> {
  terminal = await openTerminal(stage.home, { args: ['--approval-mode', 'yolo', ...args], model });
}

it('clears the screen for a new session, and resumes the one before from a list', async () => {
  await open([say('First answer.'), say('Second answer.')]);
  await terminal.send('first question');
  await terminal.shows(/First answer\.[^]*Type a message/);
  await terminal.send('/clear');
  await terminal.hides('First answer.');
  await terminal.send('second question');
  await terminal.shows(/Second answer\.[^]*Type a message/);
  expect(JSON.stringify(model.scripted().at(-1)?.messages)).not.toContain('first question');
  await terminal.send('/resume');
  await terminal.shows(/Resume a session[^]*first question[^]*Esc goes back/);
  await terminal.press('Enter');
  await terminal.shows(/first question[^]*First answer\.[^]*Type a message/);
  await terminal.hides('Second answer.');
  await terminal.send('/quit');
  expect(await terminal.ended()).toBe(0);
});

it('shows the list before anything else with --resume', async () => {
  await open([say('First answer.')]);
  await terminal.send('first question');
  await terminal.shows(/First answer\.[^]*Type a message/);
  await terminal.send('/quit');
  await terminal.ended();
  await terminal.close();
  await again(['--resume']);
  await terminal.shows(/Resume a session[^]*first question[^]*Esc goes back/);
  await terminal.press('Enter');
  await terminal.shows(/First answer\.[^]*Type a message/);
});

it('keeps the model when another can not be used, and changes to one that can', async () => {
  const openai = [
    { id: 'other', name: 'The other' },
    { id: 'locked', baseUrl: 'https://models.invalid/v1', envKey: 'NO_SUCH_KEY' },
  ];
  await stage.settle({}, { modelProviders: { openai } });
  await open([say('Here.')]);
  await terminal.send('/model');
  await terminal.shows(/Model[^]*The other[^]*locked[^]*Esc goes back/);
  await terminal.press('3');
  await terminal.shows('NO_SUCH_KEY');
  await terminal.press('2');
  await terminal.shows('Model: other');
  await terminal.send('hi');
  await terminal.shows('Here.');
  expect(model.scripted().at(-1)?.body).toMatchObject({ model: 'other' });
});

it('goes back to before a message, with the file that was changed, and resume knows it', async () => {
  await stage.home.write('project/a.txt', 'before\n');
  const file = `${stage.home.project}/a.txt`;
  await open([
    callTools({ name: 'write_file', args: { file_path: file, content: 'after\n' } }),
    say('It is changed.'),
    say('Fresh answer.'),
  ]);
  await terminal.send('change it');
  await terminal.shows(/It is changed\.[^]*Type a message/);
  expect(await readFile(file, 'utf8')).toBe('after\n');
  await terminal.send('/rewind');
  await terminal.shows(/change it[^]*Esc goes back/);
  await terminal.press('Enter');
  await terminal.shows(/Files that change back: a\.txt[^]*Esc goes back/);
  await terminal.press('1');
  await terminal.shows(/As they were: a\.txt[^]*> change it/);
  expect(await readFile(file, 'utf8')).toBe('before\n');
  await terminal.press('C-u');
  await terminal.send('something else');
  await terminal.shows(/Fresh answer\.[^]*Type a message/);
  expect(JSON.stringify(model.scripted().at(-1)?.messages)).not.toContain('change it');
  await terminal.send('/quit');
  await terminal.ended();
  await terminal.close();
  await again(['--continue']);
  await terminal.shows(/something else[^]*Fresh answer\./);
  await terminal.hides('It is changed.');
});

it('tells what is not there, with names that are near', async () => {
  await open([]);
  await terminal.send('/modle');
  await terminal.shows('There is no command /modle. Did you mean /model?');
  await terminal.send('/hooks');
  await terminal.shows('/hooks is not part of this version.');
  await terminal.send('/doctor');
  await terminal.shows('✓ Node.js');
});
