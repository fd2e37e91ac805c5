/** The first start, when no model is set up: the person is asked, it is tried, kept and gone on with. */
import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say, type ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, type Stage } from '../support/run-qwen.js';
import { openTerminal, type QwenTerminal, type TerminalOptions } from '../support/terminal.js';

let stage: Stage;
let terminal: QwenTerminal;
let model: ScriptedModel;
beforeEach(async () => {
  stage = await createStage();
  // Requests without tools are those of the set-up.
  model = await stage.play([say('Hello *you*.'), say('Once more.')], {
    aside: ({ headers, body }) => {
      if (headers.authorization !== 'Bearer right-key') return { kind: 'status', status: 401 };
      return body['model'] === 'scripted' ? say('ok') : { kind: 'status', status: 404 };
    },
  });
});
afterEach(async () => {
  await terminal.close();
  await stage.close();
});

const start = async (options: TerminalOptions = {}): Promise<void> => {
  terminal = await openTerminal(stage.home, { args: ['--approval-mode', 'default'], ...options });
};
const settings = (): Promise<string> => readFile(`${stage.home.qwenHome}/settings.json`, 'utf8');

/** Picks the last provider, which is any endpoint. */
async function toModel(): Promise<void> {
  await terminal.shows(/Esc to leave/);
  await terminal.press('Up', 'Enter');
  await terminal.shows('Base URL of the API');
  await terminal.send(model.url.replace('http://', ''));
  await terminal.shows('Which model?');
}

describe.each([40, 80])('at %i columns', (columns) => {
  it('asks for a model, tries it, keeps it and goes on', async () => {
    await start({ columns });
    await terminal.shows('Welcome to Qwen Code');
    await toModel();
    await terminal.send('scripted');
    await terminal.shows(/wants a\s+key/);
    await terminal.send('wrong-key');
    await terminal.shows('Which model?');
    await terminal.press('Enter');
    await terminal.shows(/refuses/);
    await terminal.paste('right-key\n');
    await terminal.shows('9 characters');
    await terminal.press('Enter');
    await terminal.shows('Which model?');
    await terminal.press('Enter');
    await terminal.shows(/Saved in[^]*Type a message/);
    await terminal.send('hi');
    await terminal.shows(/◆ Hello you\./);
    expect(JSON.parse(await settings())).toEqual({
      $version: 4,
      security: { auth: { selectedType: 'openai', apiKey: 'right-key', baseUrl: model.url } },
      model: { name: 'scripted' },
    });
    expect((await stat(`${stage.home.qwenHome}/settings.json`)).mode & 0o777).toBe(0o600);
    expect(await terminal.scrollback()).not.toContain('right-key');
  });
});

it('says which model is not there', async () => {
  await start();
  await toModel();
  await terminal.send('other');
  await terminal.shows('wants a key');
  await terminal.send('right-key');
  await terminal.shows('Which model?');
  await terminal.press('Enter');
  await terminal.shows(/knows no such address or model \(404\)/);
});

it('says that nothing listens there', async () => {
  await model.close();
  await start();
  await terminal.shows(/Esc to leave/);
  await terminal.press('Up', 'Enter');
  await terminal.shows('Base URL of the API');
  await terminal.send(model.url);
  await terminal.shows(/Nothing listens at[^]*Base URL of the API/);
});

it('is left with Esc, with a hint', async () => {
  await start();
  await terminal.shows(/Esc to leave/);
  await terminal.press('Escape');
  expect(await terminal.ended()).toBe(1);
  await terminal.shows(/No API key: set OPENAI_API_KEY/);
  expect(await terminal.isRestored()).toBe(true);
  await expect(settings()).rejects.toThrow('ENOENT');
});

it.each(['C-c', 'SIGTERM'])('ends with %s, and leaves a terminal that can be used', async (how) => {
  await start();
  await terminal.shows(/Esc to leave/);
  if (how === 'SIGTERM') process.kill(await terminal.pid(), how);
  else await terminal.press(how);
  expect(await terminal.ended()).toBe(how === 'SIGTERM' ? 143 : 1);
  expect(await terminal.isRestored()).toBe(true);
});

it('is suspended by Ctrl+Z and goes on with fg', async () => {
  await start();
  await terminal.shows(/Esc to leave/);
  await terminal.press('C-z');
  expect(await terminal.ended()).toBe(148);
  await terminal.send('fg');
  await terminal.shows(/Where is your model\?/);
  await terminal.press('Escape');
  await terminal.shows(/No API key/);
});

describe('/auth', () => {
  const broken = '{ "security": ';

  it('does not touch settings that it does not understand, and goes on without them', async () => {
    await stage.settle({});
    await start({ model });
    await terminal.shows('Type a message');
    await terminal.send('hi');
    await terminal.shows('Hello you.');
    await stage.home.write('home/.qwen/settings.json', broken);
    await terminal.send('/auth');
    await toModel();
    await terminal.send('scripted');
    await terminal.shows('wants a key');
    await terminal.send('right-key');
    await terminal.shows('Which model?');
    await terminal.press('Enter');
    await terminal.shows('2. Go on without saving');
    await terminal.press('2');
    await terminal.shows('nothing was saved');
    await terminal.send('again');
    await terminal.shows('Once more.');
    expect(await settings()).toBe(broken);
  });

  it('is left with Esc, and changes nothing', async () => {
    await stage.settle({});
    await start({ model });
    await terminal.shows('Type a message');
    await terminal.send('/auth');
    await terminal.shows(/Provider, key and model[^]*Esc to leave/);
    await terminal.press('Escape');
    await terminal.hides('Provider, key and model');
    await terminal.send('hi');
    await terminal.shows('Hello you.');
  });
});
