/** Workspace folders beside the working directory: what is named may be read, and nothing else. */
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStage, runQwen, type Stage } from '../support/run-qwen.js';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

/** What the model is told when it reads this file. */
async function read(path: string, ...args: readonly string[]) {
  const model = await stage.play([callTools({ name: 'read_file', args: { file_path: path } }), say('Done.')]);
  const { exitCode, stderr } = await runQwen(stage.home, { args: ['-p', 'go', ...args], model });
  expect(exitCode).toBe(0);
  return { told: model.toolMessages()[0]?.text ?? '', stderr };
}

it.each<[string, readonly string[]]>([
  ['--include-directories', ['--include-directories', '../more,../other']],
  ['--add-dir, again and again', ['--add-dir', '../other', '--add-dir', '../more']],
])('%s opens a folder', async (_flag, args) => {
  const file = await stage.home.write('more/notes.txt', 'the notes');
  await stage.home.write('other/x.txt', 'x');
  expect(await read(file, ...args)).toEqual({ told: 'the notes', stderr: '' });
  expect((await read(file)).told).toContain('outside the workspace');
});

it('names a folder that is not there, and goes on', async () => {
  const file = await stage.home.write('project/here.txt', 'here');
  expect(await read(file, '--add-dir', '../mroe')).toEqual({
    told: 'here',
    stderr: `There is no folder ${stage.home.root}/mroe (--include-directories or context.includeDirectories).\n`,
  });
});
