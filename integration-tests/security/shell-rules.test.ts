/** Command lines that try to pass as another one, against a real shell: what was refused left no trace in the folder. */
import { readdir } from 'node:fs/promises';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPeer } from '../support/binary.js';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

/** Each would leave a file whose name begins with `mark` if it did what it hides. */
const DISGUISED: readonly string[] = [
  'ls; touch mark',
  'ls && touch mark',
  'ls || touch mark; touch mark',
  'ls & touch mark',
  'ls | touch mark',
  'ls |& touch mark',
  'ls\ntouch mark',
  'ls\r\ntouch mark',
  'ls $(touch mark)',
  'ls "$(touch mark)"',
  'ls `touch mark`',
  'ls "`touch mark`"',
  'ls $(( $(touch mark; echo 1) ))',
  'ls ${x:-$(touch mark)}',
  'ls <(touch mark)',
  'ls >(touch mark)',
  'ls > mark',
  'ls >> mark',
  'ls &> mark',
  'ls <> mark',
  'ls <<EOF\n$(touch mark)\nEOF',
  'ls; bash <<EOF\ntouch mark\nEOF',
  "ls; sh <<< 'touch mark'",
  'X=1 touch mark',
  'ls; X=$(touch mark)',
  'ls; env X=1 touch mark',
  'ls; touch${IFS}mark',
  'ls;touch$IFS"mark"',
  'alias ls=touch\nls mark',
  'ls() { touch mark; }; ls',
  'function ls { touch mark; }; ls',
  'l? ; touch mark*x mark',
  'ls; t{ouch,} mark',
  'ls; {touch,mark}',
  'ls; eval "touch mark"',
  'ls; eval touch mark',
  'ls # comment\ntouch mark',
  'ls \\\n; touch mark',
  'ls; tou\\\nch mark',
  'ls; command touch mark',
  'ls; builtin eval "touch mark"',
  'ls; exec touch mark',
  'ls; coproc touch mark; wait',
  "ls; $'touch' mark",
  "ls; $'\\x74ouch' mark",
  'ls; "touch" mark',
  "ls; t''ouch mark",
  'ls; \\touch mark',
  'ls; T=touch; $T mark',
  'ls; bash -c "touch mark"',
  'ls; echo mark | xargs touch',
  'ls; find . -maxdepth 0 -exec touch mark \\;',
  'ls; /usr/bin/env touch mark',
  'ls; (touch mark)',
  'ls; { touch mark; }',
  'ls; if touch mark; then :; fi',
  'ls; [[ -n $(touch mark) ]]',
  'ls; time touch mark',
  'ls; ! touch mark',
  'ls; trap "touch mark" EXIT',
  'ls; nohup touch mark',
  'ls\u00a0; touch mark',
  'ls\u2003-a; touch mark',
];

const marks = async (): Promise<string[]> =>
  (await readdir(stage.home.project)).filter((name) => name.startsWith('mark'));

const calls = (commands: readonly string[]) =>
  callTools(...commands.map((command) => ({ name: 'run_shell_command', args: { command } })));

const run = async (commands: readonly string[], args: readonly string[]): Promise<readonly string[]> => {
  const model = await stage.play([calls(commands), say('done')]);
  const result = await runQwen(stage.home, { model, args: ['-p', 'go', ...args] });
  expect(result).toMatchObject({ exitCode: 0, stdout: 'done\n' });
  return model.toolMessages().map(({ text }) => text);
};

describe.runIf(!isPeer)('a rule that allows ls', () => {
  const allow = ['--approval-mode', 'default', '--allowed-tools', 'run_shell_command(ls)'];

  it('lets nothing else pass with it', async () => {
    const told = await run(DISGUISED, allow);
    const passed = DISGUISED.filter((_, at) => told[at]?.startsWith('run_shell_command was not run:') !== true);
    expect(passed).toEqual([]);
    expect(await marks()).toEqual([]);
  });

  it('lets lines pass that are made of it alone', async () => {
    const told = await run(['ls', 'ls -a && ls', "ls 'a;b' 2>/dev/null; ls", 'ls | ls'], allow);
    expect(told.map((text) => text.startsWith('Command: '))).toEqual([true, true, true, true]);
  });
});

describe.runIf(!isPeer)('a rule that denies touch', () => {
  it('finds it wherever it stands, also in yolo', async () => {
    const hidden = DISGUISED.filter((command) => !/^ls (?:>|>>|&>|<>) mark$/.test(command));
    const told = await run([...hidden, 'echo touch'], ['--yolo', '--exclude-tools', 'run_shell_command(touch)']);
    const passed = hidden.filter((_, at) => told[at]?.includes('the rule "run_shell_command(touch)"') !== true);
    expect([passed, told.at(-1)?.includes('touch')]).toEqual([[], true]);
    expect(await marks()).toEqual([]);
  });
});
