/** The prompt as a person uses it: completion, the shell, pastes, what was sent before, what is said while a turn runs. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  callTools,
  plainText,
  say,
  type Script,
  type ScriptedModel,
  type SeenRequest,
} from '@qwen-code/qwen-code-core/testing/scripted-model.js';
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

async function open(script: Script, options: TerminalOptions = {}): Promise<ScriptedModel> {
  const model = await stage.play(script);
  terminal = await openTerminal(stage.home, { args: ['--approval-mode', 'default'], ...options, model });
  await terminal.shows(PROMPT);
  return model;
}

const userText = ({ messages }: SeenRequest): string =>
  plainText(messages.findLast(({ role }) => role === 'user')?.content);

/** Something that happens when it is let go. */
function gate(): { readonly promise: Promise<void>; release(): void } {
  let release = (): void => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release: () => release() };
}

describe('@', () => {
  it.each([40, 80, 200])('completes a file at %i columns, and its content goes along', async (columns) => {
    await stage.home.write('project/src/my notes.md', 'remember the milk');
    await stage.home.write('project/src/out.log', '');
    await stage.home.write('project/.gitignore', '*.log\n');
    const model = await open([say('Seen.')], { columns });
    await terminal.type('see @src/');
    await terminal.shows(/› src\/my notes\.md/);
    expect(await terminal.screen()).not.toContain('out.log');
    await terminal.press('C-u');
    await terminal.type('see @mynot');
    await terminal.press('Tab');
    await terminal.shows('> see @src/my\\ notes.md');
    await terminal.press('Enter');
    await terminal.shows('◆ Seen.');
    expect(userText(await model.arrived(0))).toContain('remember the milk');
  });
});

describe('!', () => {
  it('runs a command unasked, shows its output, and the model hears of it with the next message', async () => {
    const model = await open([say('I see.')]);
    await terminal.type('!');
    await terminal.shows('! Type a shell command');
    await terminal.send('echo out-$((40+2)); exit 3');
    await terminal.shows(/x Shell echo[^]*out-42[^]*\(exit code 3\)/);
    await terminal.press('BSpace');
    await terminal.shows(`> ${PROMPT}`);
    await terminal.send('and now?');
    await terminal.shows('◆ I see.');
    const said = userText(await model.arrived(0));
    expect(said).toMatch(/I ran this in the terminal myself:[^]*Output: out-42[^]*Exit Code: 3[^]*and now\?$/);
  });

  it('streams what a command says, and Esc ends it with everything it started', async () => {
    await open([]);
    await terminal.type('!');
    await terminal.send('echo begun; (sleep 600 & echo $! > pid; wait)');
    await terminal.shows(/Shell echo begun[^]*begun[^]*Running your command/);
    await expect.poll(() => readFile(`${stage.home.project}/pid`, 'utf8').catch(() => '')).toMatch(/\d+\n/);
    const pid = Number(await readFile(`${stage.home.project}/pid`, 'utf8'));
    await terminal.press('Escape');
    await terminal.shows(/- Shell echo begun[^]*stopped, with everything it started/);
    expect(living([pid])).toEqual([]);
  });

  it('is refused what the deny rules refuse', async () => {
    await stage.home.writeUserSettings({ permissions: { deny: ['Bash(touch *)'] } });
    await open([]);
    await terminal.type('!');
    await terminal.send('touch made');
    await terminal.shows(/- Shell touch made[^]*the rule "Bash\(touch \*\)" in permissions\.deny/);
  });

  it('goes on in the background at Ctrl+B, as a command of the model does', async () => {
    const model = await open(
      [callTools({ name: 'run_shell_command', args: { command: 'echo up > up; sleep 600' } }), say('Later.')],
      {
        args: ['--yolo'],
      },
    );
    await terminal.type('!');
    await terminal.send('echo out-$((40+2)); sleep 601');
    await terminal.shows(/out-42[^]*ctrl\+b to the background/);
    await terminal.press('C-b');
    await terminal.shows(/✓ Shell echo out[^]*It goes on in the background as shell-pid-\d+/);
    await terminal.press('BSpace');
    await terminal.send('go');
    await terminal.shows(/Running Shell[^]*ctrl\+b to the background/);
    await expect.poll(() => existsSync(`${stage.home.project}/up`)).toBe(true);
    await terminal.press('C-b');
    await terminal.shows('◆ Later.');
    expect(model.toolMessages().at(-1)?.text).toContain('the user put it in the background');
  });
});

it('folds a paste of 10,000 lines and sends it whole', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join('\n');
  const model = await open([say('Long.')]);
  await terminal.type('look: ');
  await terminal.paste(lines);
  await terminal.shows('> look: [Pasted text #1: 10,000 lines]');
  await terminal.press('Enter');
  await terminal.shows('◆ Long.');
  expect(userText(await model.arrived(0))).toContain(`look: ${lines}`);
});

it('finds with Ctrl+R what was sent in an earlier session', async () => {
  await open([say('One.'), say('Two.')]);
  await terminal.send('fix the tests');
  await terminal.shows('◆ One.');
  await terminal.send('write a note');
  await terminal.shows('◆ Two.');
  await terminal.send('/quit');
  await terminal.ended();
  await terminal.close();

  const model = await open([say('Three.')]);
  await terminal.press('C-r');
  await terminal.shows(/Search:[^]*› \/quit\n\s*write a note\n\s*fix the tests/);
  await terminal.type('fix');
  await terminal.hides('write a note');
  await terminal.press('Enter');
  await terminal.shows('│ > fix the tests');
  await terminal.press('Enter');
  await terminal.shows('◆ Three.');
  expect(userText(await model.arrived(0))).toMatch(/fix the tests$/);
});

it('adds what is said meanwhile, queues with Ctrl+Q, and Up takes the last one back', async () => {
  const first = gate();
  const model = await open([
    {
      kind: 'message',
      calls: [{ name: 'list_directory', args: { path: stage.home.project } }],
      hold: () => first.promise,
    },
    say('Both done.'),
    say('And that.'),
  ]);
  await terminal.send('go');
  await model.arrived(0);
  await terminal.send('also this');
  await terminal.shows('to be added: also this (Up to edit)');
  await terminal.type('then taht');
  await terminal.press('C-q');
  await terminal.shows('next: then taht (Up to edit)');
  await terminal.press('Up');
  await terminal.shows('│ > then taht');
  await terminal.press('BSpace', 'BSpace', 'BSpace');
  await terminal.type('hat');
  await terminal.press('C-q');
  await terminal.shows('next: then that');
  first.release();
  await terminal.shows(/◆ Both done\.[^]*◆ And that\./);
  expect(userText(await model.arrived(1))).toContain('also this');
  expect(userText(await model.arrived(2))).toMatch(/then that$/);
});

it('writes in an editor, which has the terminal meanwhile', async () => {
  await stage.home.write('editor.sh', 'clear; echo "EDITING $(cat "$1")"; read -r line; echo "$line" >> "$1"');
  const model = await open([say('Read.')], { env: { EDITOR: `bash ${stage.home.root}/editor.sh` } });
  await terminal.type('first line');
  await terminal.press('C-x');
  await terminal.shows('EDITING first line');
  await terminal.hides(PROMPT);
  await terminal.send('second line');
  await terminal.shows(/> first line\s+│\n│\s+second line/);
  await terminal.press('Enter');
  await terminal.shows('◆ Read.');
  expect(userText(await model.arrived(0))).toMatch(/first line\nsecond line$/);
});

it('edits with vim keys once they are on', async () => {
  await stage.home.writeUserSettings({ general: { vimMode: true } });
  await open([say('Hello.')]);
  await terminal.shows('INSERT');
  await terminal.type('one two');
  await terminal.press('Escape');
  await terminal.shows('NORMAL');
  await terminal.type('bcwthree');
  await terminal.shows('> one three');
  await terminal.press('Escape');
  await terminal.shows('NORMAL');
  await terminal.press('Enter');
  await terminal.shows(/> one three[^]*◆ Hello\./);
});
