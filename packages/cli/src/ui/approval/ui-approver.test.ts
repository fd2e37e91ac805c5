import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalMode, ApprovalRequest } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { plainTool } from '@qwen-code/qwen-code-core/testing/plain-tool.js';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { reduce } from '../state/reduce.js';
import { createStore } from '../state/store.js';
import { initialState, type LiveTool } from '../state/view-state.js';
import { TEST_FACTS } from '../testing/render-dialog.js';
import { createUiApprover, type UiApproverPorts } from './ui-approver.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const never = new AbortController().signal;

interface Scene {
  readonly mode?: ApprovalMode;
  /** What the person answers, dialog by dialog. */
  readonly answers: readonly unknown[];
  readonly edit?: (content: string) => string;
}

function setUp({ mode = 'default', answers, edit }: Scene) {
  const did: string[] = [];
  const left = [...answers];
  const asking: (readonly LiveTool[])[] = [];
  const store = createStore({ reduce, initial: initialState(TEST_FACTS), clock: createFakeClock() });
  const ports = {
    store,
    cwd: folder.path,
    dialogs: {
      ask: ({ name }: { name: string }) => {
        did.push(name);
        asking.push(store.state().live.tools);
        return Promise.resolve(left.shift());
      },
    } as unknown as UiApproverPorts['dialogs'],
    policy: () => ({
      mode,
      rules: { allow: [], ask: [], deny: [] },
      workspaceTrusted: true,
      dirs: { project: folder.path, home: folder.path },
    }),
    setMode: (next: ApprovalMode) => void did.push(`mode ${next}`),
    modeAfterPlan: () => 'auto' as const,
    files: { project: '.qwen/settings.json', user: '~/.qwen/settings.json' },
    editFile: () => edit && ((content: string) => Promise.resolve(edit(content))),
    remember: (rule: string, scope: string) => {
      did.push(`remember ${rule} ${scope}`);
      return Promise.resolve('/file');
    },
    stop: () => void did.push('stop'),
  };
  return { approve: createUiApprover(ports), did, asking, store };
}

const requestOf = (name: string, args: ToolArguments, more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  callId: 'c1',
  tool: plainTool({ name, kind: name === 'run_shell_command' ? 'execute' : 'edit' }),
  args,
  ...more,
});
const shell = requestOf('run_shell_command', { command: 'git push' });
const plan = requestOf('exit_plan_mode', { plan: '# Do' });
const question = requestOf('ask_user_question', {
  questions: [{ question: 'Which?', header: 'It', options: [{ label: 'a' }, { label: 'b' }] }],
});

it.each<[string, ApprovalRequest, Scene, string[], unknown]>([
  ['a yes', shell, { answers: [{ kind: 'once' }] }, ['approval'], { behavior: 'allow' }],
  [
    'a yes that leaves mode auto',
    { ...shell, reason: 'It pushes.' },
    { mode: 'auto', answers: [{ kind: 'mode', mode: 'default' }] },
    ['approval', 'mode default'],
    { behavior: 'allow' },
  ],
  [
    'a rule',
    shell,
    { answers: [{ kind: 'always', scope: 'user', rule: 'run_shell_command(git push *)' }] },
    ['approval', 'remember run_shell_command(git push *) user'],
    { behavior: 'allow' },
  ],
  [
    'a no with words',
    shell,
    { answers: [{ kind: 'no', feedback: 'later' }] },
    ['approval'],
    { behavior: 'deny', shown: 'The user refused this call and said: later' },
  ],
  [
    'a plan, its mode set first',
    plan,
    { answers: [{ kind: 'go', mode: 'auto-edit' }] },
    ['plan', 'mode auto-edit'],
    { behavior: 'allow' },
  ],
  [
    'no to a plan',
    plan,
    { answers: [undefined] },
    ['plan', 'stop'],
    {
      behavior: 'deny',
      shown: 'The user does not agree to the plan yet. Plan mode goes on; wait for what they say.',
    },
  ],
  [
    'an answer',
    question,
    { answers: [[{ picked: [1], other: '' }]] },
    ['question'],
    { behavior: 'allow', args: { ...question.args, answers: { 0: 'b' } } },
  ],
  [
    'no answer',
    question,
    { answers: [undefined] },
    ['question'],
    {
      behavior: 'deny',
      shown: 'The user declined to answer. Go on without an answer if you can; do not ask the same again.',
    },
  ],
])('carries out %s', async (_name, request, scene, expected, answer) => {
  const { approve, did } = setUp(scene);
  expect(await approve(request, never)).toEqual(answer);
  expect(did).toEqual(expected);
});

it('asks again about a change that was written over, and runs that one', async () => {
  const { approve, did } = setUp({ answers: [{ kind: 'modify' }, { kind: 'once' }], edit: (content) => `${content}!` });
  const args = { file_path: 'new.txt', content: 'one' };
  expect(await approve(requestOf('write_file', args), never)).toEqual({
    behavior: 'allow',
    args: { file_path: 'new.txt', content: 'one!' },
  });
  expect(did).toEqual(['approval', 'approval']);
});

describe('while it is asked', () => {
  const once = { answers: [{ kind: 'once' }] };

  it('the call says so', async () => {
    const { approve, asking, store } = setUp(once);
    await approve(shell, never);
    expect(asking[0]?.map(({ callId, status }) => [callId, status])).toEqual([['c1', 'asking']]);
    expect(store.state().live.tools.map(({ status }) => status)).toEqual(['waiting']);
  });

  it('a call of a sub-agent is no call of the conversation', async () => {
    const { approve, asking } = setUp(once);
    await approve({ ...shell, agent: 'Explore' }, never);
    expect(asking).toEqual([[]]);
  });
});
