/**
 * Sessions that other programs wrote, made by hand in the documented shape and away from it: each is listed, taken up as
 * the conversation it is, and gone on with, and not one of its bytes changes.
 */
import { readFileSync } from 'node:fs';
import { INTERRUPTED_MCP_CALL } from '@qwen-code/qwen-code-core/sessions/texts.js';
import { say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, recordsOf, runQwen, type Stage } from '../support/run-qwen.js';
import { chatsOf, conversation, sessionFile } from './session-files.js';

const ID = '6a1c2a3b-0000-4000-8000-00000000000f';

/** No facts of the session before the first message. */
const PLAIN = { skipStartupContext: true };

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({}, { model: PLAIN });
});
afterEach(() => stage.close());

/** Puts a file of fixtures/ where this test's project has its sessions; its text. */
async function place(name: string): Promise<string> {
  const text = readFileSync(new URL(`fixtures/${name}.jsonl`, import.meta.url), 'utf8')
    .replaceAll('{{cwd}}', stage.home.project)
    .replaceAll('{{id}}', ID);
  await stage.home.write(sessionFile(stage.home, ID).slice(stage.home.root.length + 1), text);
  return text;
}

const listed = async (): Promise<Record<string, unknown>[]> =>
  recordsOf(await runQwen(stage.home, { args: ['sessions', 'list', '--json'] }));

/** Goes on with it; what the model was sent before the new prompt, and the file as it is then. */
async function goOn(...args: readonly string[]) {
  const model = await stage.play([say('Fine.')]);
  const { exitCode, stderr } = await runQwen(stage.home, { args: [...args, '-p', 'and now?'], model });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) as string });
  const sent = conversation(model.scripted()[0]?.messages ?? []);
  expect(sent.at(-1)).toEqual(['user', 'and now?']);
  return { sent: sent.slice(0, -1), stderr, file: readFileSync(sessionFile(stage.home, ID), 'utf8') };
}

const QUESTION = (text: string): unknown[] => ['user', text];
const ANSWER = (text: string): unknown[] => ['assistant', text];

describe.each<[name: string, prompt: string, sent: unknown[][]]>([
  [
    'documented',
    'Where is the version set?',
    [
      QUESTION('Where is the version set?'),
      ['assistant', ['read_file', 'glob']],
      ['tool', '{"version":"1.2.3"}'],
      ['tool', 'No files found.'],
      ANSWER('In package.json.'),
    ],
  ],
  [
    'old',
    'Old question',
    [QUESTION('Old question'), ['assistant', ['read_file']], ['tool', 'content'], ANSWER('Old answer')],
  ],
  ['sparse', 'Sparse question', [QUESTION('Sparse question'), ANSWER('Sparse answer')]],
  ['torn', 'Torn question', [QUESTION('Torn question'), ANSWER('Whole answer')]],
  ['rewound', 'Kept question', [QUESTION('Kept question'), ANSWER('Kept answer')]],
  [
    'compressed',
    'Long ago',
    [QUESTION('Summary of it all'), ANSWER('Understood.'), QUESTION('And then?'), ANSWER('Then this.')],
  ],
])('a session that is %s', (name, prompt, sent) => {
  it('is listed', async () => {
    await place(name);
    expect(await listed()).toMatchObject([
      { sessionId: ID, prompt, filePath: `${chatsOf(stage.home)}/${ID}.jsonl`, cwd: stage.home.project },
    ]);
  });

  it('is taken up as it is and gone on with, none of its bytes changed', async () => {
    const before = await place(name);
    const first = await goOn('--resume', ID);
    expect([first.sent, first.stderr]).toEqual([sent, '']);
    expect(first.file.startsWith(before)).toBe(true);
    const again = await goOn('--continue');
    expect(again.sent).toEqual([...sent, QUESTION('and now?'), ANSWER('Fine.')]);
  });
});

it('a title that another release gave is listed, and takes the session up', async () => {
  await place('documented');
  expect(await listed()).toEqual([
    {
      sessionId: ID,
      startTime: '2026-03-04T05:06:01.000Z',
      mtime: expect.any(Number) as number,
      prompt: 'Where is the version set?',
      gitBranch: 'feature/x',
      customTitle: 'The version',
      titleSource: 'manual',
      filePath: `${chatsOf(stage.home)}/${ID}.jsonl`,
      cwd: stage.home.project,
    },
  ]);
  expect((await goOn('--resume', 'The version')).sent).toHaveLength(5);
});

it('a picture in a message is sent along', async () => {
  await place('media');
  await stage.settle({}, { model: { ...PLAIN, generationConfig: { modalities: { image: true } } } });
  const model = await stage.play([say('Still a dot.')]);
  await runQwen(stage.home, { args: ['-c', '-p', 'and now?'], model });
  const [, question] = model.scripted()[0]?.messages ?? [];
  expect(JSON.stringify(question)).toContain('What is in this picture?');
  expect(JSON.stringify(question)).toContain('data:image/png;base64,iVBORw0KGgo');
});

it('a call that was open when another release was killed is unknown, and told once', async () => {
  await place('killed');
  const first = await goOn('-c');
  expect(first.sent).toEqual([
    QUESTION('Order it'),
    ['assistant', ['mcp__shop__order']],
    ['tool', INTERRUPTED_MCP_CALL],
  ]);
  expect(first.stderr).toContain('The session was interrupted during: mcp__shop__order.');
  expect((await goOn('-c')).stderr).toBe('');
});

it('what we record ourselves is read back the same by the next run', async () => {
  const model = await stage.play([say('One.')]);
  await runQwen(stage.home, { args: ['--session-id', ID, '-p', 'first'], model });
  expect(await listed()).toMatchObject([{ sessionId: ID, prompt: 'first', startTime: expect.any(String) as string }]);
  expect((await goOn('--resume', ID)).sent).toEqual([QUESTION('first'), ANSWER('One.')]);
});
