/** The terminal UI as a person meets it: a chat, a question about a command, a stop, an end. */
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTools, say, type Script, type ScriptedModel } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { living } from '../support/processes.js';
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

const PROMPT = 'Type a message';
/** A dialog takes keys from here on. */
const READY = 'Enter to confirm';

async function open(script: Script, options: TerminalOptions = {}): Promise<ScriptedModel> {
  const model = await stage.play(script);
  terminal = await openTerminal(stage.home, { args: ['--approval-mode', 'default'], ...options, model });
  await terminal.shows(PROMPT);
  return model;
}

const shell = (command: string): ReturnType<typeof callTools> =>
  callTools({ name: 'run_shell_command', args: { command } });

describe.each([40, 80, 200])('at %i columns', (columns) => {
  it('answers, and says at the end how to go on', async () => {
    await open([say('Hello **you**.')], { columns });
    await terminal.send('hi');
    await terminal.shows(/> hi[^]*◆ Hello you\.[^]*Type a message/);
    await terminal.send('/quit');
    expect(await terminal.ended()).toBe(0);
    await terminal.shows(/qwen --resume\s+[0-9a-f-]+/);
  });
});

it('prints every line of an answer once, however long it is', async () => {
  const paragraphs = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} ends here.`);
  await open([say(paragraphs.join('\n\n'))]);
  await terminal.send('go');
  await terminal.shows(/Paragraph 59 ends here\.[^]*Type a message/);
  const lines = (await terminal.scrollback()).match(/Paragraph \d+ ends here\./g);
  expect(lines).toEqual(paragraphs);
});

describe('a shell command', () => {
  it('runs once it is allowed', async () => {
    await open([shell('touch made && echo out'), say('Done.')]);
    await terminal.send('go');
    await terminal.shows(/Run this command\?[^]*touch made && echo out/);
    await terminal.shows(READY);
    await terminal.press('1');
    await terminal.shows(/✓ Shell[^]*◆ Done\./);
    expect(existsSync(`${stage.home.project}/made`)).toBe(true);
  });

  it('is not run when it is refused, and the model hears why', async () => {
    const model = await open([shell('touch made'), say('Understood.')]);
    await terminal.send('go');
    await terminal.shows(READY);
    await terminal.press('Up', 'Enter');
    await terminal.type('make a list instead');
    await terminal.press('Enter');
    await terminal.shows('Understood.');
    expect(existsSync(`${stage.home.project}/made`)).toBe(false);
    expect(model.toolMessages().map(({ text }) => text)).toEqual([
      'The user refused this call and said: make a list instead',
    ]);
  });

  it('is not allowed by keys that were typed before the question stood there', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = await open([
      { kind: 'message', calls: [{ name: 'run_shell_command', args: { command: 'touch made' } }], hold: () => held },
    ]);
    await terminal.send('go');
    await model.arrived(0);
    await terminal.type('1');
    release();
    await terminal.shows('Run this command?');
    await terminal.type('11');
    await terminal.shows(READY);
    await terminal.press('Escape');
    await terminal.shows(/Stopped\.[^]*> 111/);
    expect(existsSync(`${stage.home.project}/made`)).toBe(false);
  });

  it('stops at Esc with everything it started', async () => {
    await open([shell('echo started; (sleep 600 & echo $! > pid; wait)')], { args: ['--yolo'] });
    await terminal.send('go');
    await expect.poll(() => existsSync(`${stage.home.project}/pid`)).toBe(true);
    await terminal.press('Escape');
    await terminal.shows(/- Shell[^]*Stopped\./);
  });
});

describe('an end', () => {
  it('comes with the second Ctrl+C', async () => {
    await open([]);
    await terminal.press('C-c');
    await terminal.shows('Ctrl+C again leaves');
    await terminal.press('C-c');
    expect(await terminal.ended()).toBe(0);
  });

  it('comes with SIGTERM, and leaves a terminal that can be used', async () => {
    await open([say('Hello.')]);
    await terminal.send('hi');
    await terminal.shows('◆ Hello.');
    const pid = await terminal.pid();
    process.kill(pid, 'SIGTERM');
    expect(await terminal.ended()).toBe(143);
    expect(living([pid])).toEqual([]);
    await terminal.send('echo typed-$((1+1))');
    await terminal.shows('typed-2');
  });
});

it('is suspended by Ctrl+Z and goes on with fg', async () => {
  await open([say('Hello.')]);
  await terminal.type('half a message');
  await terminal.shows('half a message');
  await terminal.press('C-z');
  expect(await terminal.ended()).toBe(148);
  await terminal.send('fg');
  await terminal.shows(/> half a message/);
  await terminal.press('Enter');
  await terminal.shows('◆ Hello.');
});
