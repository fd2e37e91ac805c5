import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { mergeEnv, readEnvFiles, type EnvFile, type EnvFilesOptions } from './env-files.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

const read = (options: Partial<EnvFilesOptions> = {}) => {
  const { files, warnings } = readEnvFiles({
    cwd: `${temp.project}/a/b`,
    homeDir: temp.home,
    userDir: temp.qwenHome,
    excluded: ['DEBUG'],
    isTrusted: () => true,
    ...options,
  });
  const from = files.map(({ file, values }) => [file.slice(temp.root.length + 1), { ...values }]);
  return { from, warnings };
};

it('takes the nearest project file, .qwen/.env first, and then the files of the home directory', async () => {
  await temp.write('project/.env', 'A=far');
  await temp.write('project/a/.env', 'A=plain');
  await temp.write('project/a/.qwen/.env', 'A=own');
  await temp.write('home/.qwen/.env', 'A=user\nB=user');
  await temp.write('home/.env', 'C=home');
  expect(read().from).toEqual([
    ['project/a/.qwen/.env', { A: 'own' }],
    ['home/.qwen/.env', { A: 'user', B: 'user' }],
    ['home/.env', { C: 'home' }],
  ]);
});

it('reads quotes, comments, export and more lines than one', async () => {
  await temp.write('project/.env', '\uFEFFA=1\nexport B="x y"\n# c\nC=\'q\' # end\nD="two\nlines"\n');
  expect(read().from).toEqual([['project/.env', { A: '1', B: 'x y', C: 'q', D: 'two\nlines' }]]);
});

it("leaves excluded names out of a project's .env, and of no other file", async () => {
  await temp.write('project/.env', 'DEBUG=1\nA=1');
  await temp.write('home/.qwen/.env', 'DEBUG=2');
  expect(read().from).toEqual([
    ['project/.env', { A: '1' }],
    ['home/.qwen/.env', { DEBUG: '2' }],
  ]);
  await temp.write('project/.qwen/.env', 'DEBUG=3');
  expect(read().from[0]).toEqual(['project/.qwen/.env', { DEBUG: '3' }]);
});

it('ignores the files of an untrusted directory, and still takes those of the home directory', async () => {
  await temp.write('project/.env', 'A=project');
  await temp.write('home/.env', 'A=home');
  expect(read({ isTrusted: () => false }).from).toEqual([['home/.env', { A: 'home' }]]);
});

it('takes no file of an untrusted directory above a trusted one', async () => {
  await temp.write('project/.env', 'A=outside');
  expect(read({ isTrusted: (dir) => dir.endsWith('/a/b') }).from).toEqual([]);
});

it('stops at the home directory and reads its files once', async () => {
  await temp.write('.env', 'A=above home');
  await temp.write('home/.env', 'A=home');
  expect(read({ cwd: `${temp.home}/work` }).from).toEqual([['home/.env', { A: 'home' }]]);
  expect(read({ cwd: temp.home }).from).toEqual([['home/.env', { A: 'home' }]]);
});

it('says which file it could not read and goes on', async () => {
  await temp.write('project/.env/not-a-file', '');
  await temp.write('home/.env', 'A=home');
  expect(read()).toEqual({
    from: [['home/.env', { A: 'home' }]],
    warnings: [
      `Environment file ${temp.project}/.env can't be read (EISDIR). Make it a readable file or move it away. It is ignored.`,
    ],
  });
});

it('fills gaps only: the real environment, then the files in their order; empty counts as unset', () => {
  const env = { REAL: 'real', EMPTY: '', GAP: undefined };
  const layers: EnvFile[] = [
    { file: '/p/.env', values: { REAL: 'p', EMPTY: 'p', BLANK: '', constructor: 'p' } },
    { file: '/h/.env', values: { EMPTY: 'h', BLANK: 'h', GAP: 'h' } },
  ];
  expect(mergeEnv(env, layers)).toEqual({
    env: { REAL: 'real', EMPTY: 'p', GAP: 'h', BLANK: 'h', constructor: 'p' },
    warnings: [],
  });
  expect(env).toEqual({ REAL: 'real', EMPTY: '', GAP: undefined });
});

it.each([
  'NODE_OPTIONS',
  'node_options',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'BASH_ENV',
  'PERL5OPT',
  'QWEN_HOME',
  'QWEN_CODE_MCP_APPROVALS_PATH',
  'QWEN_CODE_TRUSTED_FOLDERS_PATH',
  'QWEN_CODE_SYSTEM_SETTINGS_PATH',
])('refuses %s from every file, by name', (name) => {
  expect(mergeEnv({}, [{ file: '/p/.env', values: { [name]: 's3cret', A: '1' } }])).toEqual({
    env: { A: '1' },
    warnings: [`/p/.env sets ${name}, which only the real environment may set; it is ignored.`],
  });
});
