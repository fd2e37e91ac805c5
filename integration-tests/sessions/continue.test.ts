/** A session is recorded as it happens, and the next run goes on from it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { callTools, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage, recordsOf, runQwen, type QwenResult, type Stage } from '../support/run-qwen.js';
import { chatsOf, conversation, recordsIn, sessionFile, sessionsOf } from './session-files.js';

const ID = '6a1c2a3b-0000-4000-8000-000000000001';

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
  await stage.settle({});
});
afterEach(() => stage.close());

const shell = (command: string) => ({ name: 'run_shell_command', args: { command } });

/** One run with these turns and arguments; what the model was sent in its last request. */
async function run(args: readonly string[], ...turns: Parameters<Stage['play']>[0] & readonly unknown[]) {
  const model = await stage.play(turns as Parameters<Stage['play']>[0]);
  const result = await runQwen(stage.home, { args, model });
  return { result, model, sent: conversation(model.scripted().at(-1)?.messages ?? []) };
}

const idOf = (result: QwenResult): unknown => recordsOf(result)[0]?.['session_id'];
const ok = { exitCode: 0, stderr: '' };

describe('recording', () => {
  it('writes each thing said and done as a line, in the shape that other releases read', async () => {
    await stage.home.write('project/.git/HEAD', 'ref: refs/heads/main\n');
    const turns = [callTools({ ...shell('echo hello'), id: 'c1' }), say('Done.')];
    const { result } = await run(['-p', 'say hello', '--yolo', '-o', 'stream-json'], ...turns);
    const id = String(idOf(result));
    expect([sessionsOf(stage.home), readdirSync(chatsOf(stage.home))]).toEqual([[id], [`${id}.jsonl`]]);
    expect(statSync(sessionFile(stage.home, id)).mode & 0o777).toBe(0o600);

    const records = recordsIn(stage.home, id);
    const usageMetadata = {
      promptTokenCount: 10,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 0,
      totalTokenCount: 15,
      cachedContentTokenCount: 0,
    };
    const common = (place: number) => ({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      parentUuid: place === 0 ? null : records[place - 1]?.['uuid'],
      sessionId: id,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      cwd: stage.home.project,
      version: '0.21.5',
      gitBranch: 'main',
    });
    const output = expect.stringContaining('hello') as string;
    expect(records).toEqual([
      {
        ...common(0),
        type: 'user',
        provenance: 'real_user',
        message: { role: 'user', parts: [{ text: 'say hello' }] },
      },
      {
        ...common(1),
        type: 'assistant',
        provenance: 'model',
        model: 'scripted',
        message: {
          role: 'model',
          parts: [{ functionCall: { id: 'c1', name: 'run_shell_command', args: { command: 'echo hello' } } }],
        },
        usageMetadata,
      },
      {
        ...common(2),
        type: 'tool_result',
        provenance: 'tool',
        message: {
          role: 'user',
          parts: [{ functionResponse: { id: 'c1', name: 'run_shell_command', response: { output } } }],
        },
        toolCallResult: { callId: 'c1', status: 'success', resultDisplay: output, executionStatus: 'executed' },
      },
      {
        ...common(3),
        type: 'assistant',
        provenance: 'model',
        model: 'scripted',
        message: { role: 'model', parts: [{ text: 'Done.' }] },
        usageMetadata,
      },
    ]);
  });

  it('keeps arguments that are no JSON as the model wrote them', async () => {
    const turns = [callTools({ name: 'read_file', raw: '{"file_path":' }), say('Sorry.')];
    const { result } = await run(['-p', 'go', '-o', 'stream-json'], ...turns);
    const [, asked, refused] = recordsIn(stage.home, String(idOf(result)));
    expect(asked).toMatchObject({
      message: { parts: [{ functionCall: { name: 'read_file', args: {}, argumentsText: '{"file_path":' } }] },
    });
    expect(refused).toMatchObject({ toolCallResult: { status: 'error', executionStatus: 'not_executed' } });
    expect((await run(['-c', '-p', 'go on'], say('Yes?'))).result).toMatchObject(ok);
  });

  it.each<[string, readonly string[], Readonly<Record<string, unknown>>]>([
    ['the flag', ['--chat-recording', 'false'], {}],
    ['the flag as another release writes it', ['--no-chat-recording'], {}],
    ['the setting', [], { general: { chatRecording: false } }],
  ])('is switched off by %s; then there is nothing to go on with', async (_what, flags, settings) => {
    await stage.settle({}, settings);
    expect((await run([...flags, '-p', 'go'], say('ok'))).result).toMatchObject({ ...ok, stdout: 'ok\n' });
    expect(readdirSync(stage.home.qwenHome)).not.toContain('projects');
    expect((await run([...flags, '-c', '-p', 'go'], say('ok'))).result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no session to go on with: chat recording is off (--chat-recording or general.chatRecording).\n',
    });
  });
});

describe('--continue', () => {
  it('is a new session, silently, when there is none', async () => {
    const { result, sent } = await run(['-c', '-p', 'hello'], say('hi'));
    expect(result).toMatchObject({ ...ok, stdout: 'hi\n' });
    expect(sent).toEqual([['user', 'hello']]);
  });

  it('sends all that was said before, under the same id, with a system prompt of today', async () => {
    const first = await run(
      ['-p', 'one', '--yolo', '-o', 'stream-json', '--append-system-prompt', 'Yesterday.'],
      callTools(shell('echo "$QWEN_CODE_SESSION_ID"')),
      say('first'),
    );
    const id = idOf(first.result);
    expect(first.model.toolMessages()[0]?.text).toContain(id);

    const turns = [callTools(shell('echo "$QWEN_CODE_SESSION_ID"')), say('second')];
    const args = ['--continue', '-p', 'two', '--yolo', '-o', 'stream-json', '--append-system-prompt', 'Today.'];
    const second = await run(args, ...turns);
    expect(idOf(second.result)).toBe(id);
    expect(second.model.toolMessages().map(({ text }) => text)).toEqual([
      expect.stringContaining(String(id)),
      expect.stringContaining(String(id)),
    ]);
    expect(second.sent).toEqual([
      ['user', 'one'],
      ['assistant', ['run_shell_command']],
      ['tool', expect.any(String)],
      ['assistant', 'first'],
      ['user', 'two'],
      ['assistant', ['run_shell_command']],
      ['tool', expect.any(String)],
    ]);
    const system = second.model
      .scripted()
      .at(-1)!
      .messages.filter(({ role }) => role === 'system');
    expect(system).toHaveLength(1);
    expect(JSON.stringify(system)).toContain('Today.');
    expect(JSON.stringify(system)).not.toContain('Yesterday.');

    expect(sessionsOf(stage.home)).toEqual([id]);
    const records = recordsIn(stage.home, String(id));
    expect(records.map(({ parentUuid }) => parentUuid)).toEqual([
      null,
      ...records.slice(0, -1).map(({ uuid }) => uuid),
    ]);
  });

  it('takes the newest session of this directory, not of another one', async () => {
    await run(['-p', 'older'], say('a'));
    await run(['-p', 'newer'], say('b'));
    const model = await stage.play([say('elsewhere')]);
    await runQwen(stage.home, { args: ['-p', 'other place'], model, cwd: stage.home.home });
    expect((await run(['-c', '-p', 'on'], say('c'))).sent).toEqual([
      ['user', 'newer'],
      ['assistant', 'b'],
      ['user', 'on'],
    ]);
  });
});

describe('--resume and --session-id', () => {
  it('go on with a session of that id, and refuse to make it twice', async () => {
    expect((await run(['--session-id', ID, '-p', 'one'], say('first'))).result).toMatchObject(ok);
    await run(['-p', 'between'], say('x'));
    expect((await run(['--resume', ID, '-p', 'two'], say('second'))).sent).toEqual([
      ['user', 'one'],
      ['assistant', 'first'],
      ['user', 'two'],
    ]);
    expect((await run(['--session-id', ID, '-p', 'three'], say('no'))).result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: `Session ${ID} exists already; use --resume ${ID} to go on with it.\n`,
    });
  });

  it('refuse an id that is not there, in the form that the output asks for', async () => {
    const shown = `There is no session "${ID}" of this directory.`;
    expect((await run(['-r', ID, '-p', 'go'], say('no'))).result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: `${shown}\n`,
    });
    const { result } = await run(['-r', ID, '-p', 'go', '-o', 'json'], say('no'));
    expect(JSON.parse(result.stderr)).toEqual({ error: { type: 'FatalInputError', message: shown, code: 1 } });
  });

  it('know a session of another directory', async () => {
    await run(['--session-id', ID, '-p', 'one'], say('first'));
    const model = await stage.play([say('no')]);
    const { stderr } = await runQwen(stage.home, { args: ['-r', ID, '-p', 'go'], model, cwd: stage.home.home });
    expect(stderr).toBe(`Session ${ID} belongs to ${stage.home.project}; run qwen there.\n`);
  });
});

describe('a file', () => {
  it('that is torn is taken up from its last whole record', async () => {
    await run(['--session-id', ID, '-p', 'one'], say('first'));
    const file = sessionFile(stage.home, ID);
    writeFileSync(file, readFileSync(file).subarray(0, -30));
    expect((await run(['-c', '-p', 'two'], say('second'))).sent).toEqual([
      ['user', 'one'],
      ['user', 'two'],
    ]);
    expect((await run(['-c', '-p', 'three'], say('third'))).sent).toEqual([
      ['user', 'one'],
      ['user', 'two'],
      ['assistant', 'second'],
      ['user', 'three'],
    ]);
  });

  it('that was made by hand or by another release is read', async () => {
    const base = { sessionId: ID, cwd: stage.home.project, version: '0.21.10', gitBranch: 'main' };
    const records = [
      { type: 'user', provenance: 'real_user', message: { role: 'user', parts: [{ text: 'What is 1+1?' }] } },
      { type: 'system', subtype: 'ui_telemetry', systemPayload: { uiEvent: { duration: 1 } } },
      {
        type: 'assistant',
        model: 'other',
        message: {
          role: 'model',
          parts: [
            { text: 'Let me think.', thought: true },
            { text: 'I will ask.' },
            { functionCall: { id: 'a', name: 'read_file', args: { file_path: '/x' } } },
          ],
        },
      },
      {
        type: 'tool_result',
        message: {
          role: 'user',
          parts: [{ functionResponse: { id: 'a', name: 'read_file', response: { output: '2' } } }],
        },
        toolCallResult: { callId: 'a', status: 'success', resultDisplay: '2', somethingNew: true },
      },
      { type: 'system', subtype: 'next_years_invention', systemPayload: null },
      { type: 'assistant', message: { role: 'model', parts: [{ text: 'Two.' }] } },
    ].map((record, place) => ({
      ...base,
      uuid: `u${place}`,
      parentUuid: place === 0 ? null : `u${place - 1}`,
      timestamp: `2025-01-01T00:00:0${place}.000Z`,
      ...record,
    }));
    const path = sessionFile(stage.home, ID).slice(stage.home.root.length + 1);
    await stage.home.write(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));

    const { result, sent } = await run(['--resume', ID, '-p', 'Sure?'], say('Yes.'));
    expect(result).toMatchObject({ ...ok, stdout: 'Yes.\n' });
    expect(sent).toEqual([
      ['user', 'What is 1+1?'],
      ['assistant', ['read_file']],
      ['tool', '2'],
      ['assistant', 'Two.'],
      ['user', 'Sure?'],
    ]);
    expect(recordsIn(stage.home, ID).at(-2)).toMatchObject({ parentUuid: 'u5', type: 'user' });
  });
});
