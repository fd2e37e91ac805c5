import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../shared/clock.js';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { createToolContext } from '../testing/tool-context.js';
import { createBuiltinTools } from './builtin.js';
import { createBackgroundProcesses } from './shell/background-processes.js';
import { createTaskList } from './tasks/task-list.js';
import type { Tool, ToolArguments } from './types.js';

let folder: TempFolder;
let tools: Tool[];

beforeEach(async () => {
  folder = await createTempFolder();
  const background = createBackgroundProcesses({ clock: systemClock });
  const tasks = createTaskList(background);
  tools = createBuiltinTools({ cwd: folder.path, tempDir: folder.at('temp'), clock: systemClock, background, tasks });
});

afterEach(() => folder.remove());

/** Names, parameters (required ones starred) and kinds that users, rules and models rely on. */
it('offers the tools by the names and parameters that users rely on', () => {
  const shown = tools.map(({ name, displayName, parameters, kind, parallel }) => {
    const { properties, required } = parameters as { properties: object; required: string[] };
    const names = Object.keys(properties).map((property) => (required.includes(property) ? `${property}*` : property));
    return [name, displayName, names.join(' '), kind, parallel ? 'parallel' : 'ordered'];
  });
  expect(shown).toEqual([
    ['read_file', 'ReadFile', 'file_path* offset limit pages', 'read', 'parallel'],
    ['write_file', 'WriteFile', 'file_path* content*', 'edit', 'ordered'],
    ['edit', 'Edit', 'file_path* old_string* new_string* replace_all', 'edit', 'ordered'],
    ['notebook_edit', 'NotebookEdit', 'notebook_path* cell_id new_source cell_type edit_mode', 'edit', 'ordered'],
    ['list_directory', 'ListFiles', 'path* ignore file_filtering_options', 'read', 'parallel'],
    ['glob', 'Glob', 'pattern* path', 'read', 'parallel'],
    ['grep_search', 'Grep', 'pattern* glob path limit', 'read', 'parallel'],
    ['run_shell_command', 'Shell', 'command* description timeout directory is_background', 'execute', 'ordered'],
    ['monitor', 'Monitor', 'command* description max_events idle_timeout_ms directory', 'execute', 'ordered'],
    ['todo_write', 'TodoList', 'todos*', 'internal', 'ordered'],
    ['ask_user_question', 'AskUserQuestion', 'questions*', 'question', 'ordered'],
  ]);
});

it('declares schemas that a strict validator takes', () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true });
  for (const { parameters } of tools) expect(() => ajv.compile(parameters)).not.toThrow();
});

it('never throws, whatever the arguments', async () => {
  const odd: ToolArguments[] = [
    {},
    { file_path: 1, path: 2, pattern: 3, command: 4, todos: 5 },
    { file_path: null, path: null, pattern: null, command: null, todos: null },
    { file_path: '\0', path: '\0', pattern: '\0', command: '\0', todos: ['\0'], old_string: '', new_string: '' },
    { file_path: '/'.repeat(10_000), path: 'x'.repeat(10_000), pattern: '['.repeat(2000), command: "'", todos: [{}] },
  ];
  for (const tool of tools) {
    for (const args of odd) {
      const { status, text } = await tool.execute(args, createToolContext());
      expect(['ok', 'error']).toContain(status);
      expect(text).not.toMatch(/Unexpected \w*Error/);
    }
  }
});

it('works from a bundle, and loads no library before the first call', async () => {
  const entry = `
    import { createBuiltinTools } from './builtin.js';
    import { createBackgroundProcesses } from './shell/background-processes.js';
import { createTaskList } from './tasks/task-list.js';
    import { systemClock as clock } from '../shared/clock.js';
    const cwd = process.argv[2];
    const tools = createBuiltinTools({ cwd, tempDir: cwd + '/temp', clock, background: createBackgroundProcesses({ clock }) });
    const context = { callId: '1', signal: new AbortController().signal, onProgress() {} };
    const call = async (name, args) => (await tools.find((tool) => tool.name === name).execute(args, context)).status;
    console.log(await call('write_file', { file_path: cwd + '/a.txt', content: 'x' }));
    console.log(await call('edit', { file_path: cwd + '/a.txt', old_string: 'x', new_string: 'y' }));
    console.log(await call('read_file', { file_path: cwd + '/a.txt' }));
    console.log(await call('list_directory', { path: cwd }));
    console.log(await call('glob', { pattern: '**' }));
    console.log(await call('grep_search', { pattern: 'y' }));
    console.log(await call('run_shell_command', { command: 'true' }));
  `;
  const { metafile } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('.', import.meta.url)), sourcefile: 'entry.js' },
    outdir: folder.at('bundle'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    write: true,
  });
  const first = Object.keys(metafile.outputs).find((path) => path.endsWith('/stdin.mjs'))!;
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') visit(next);
  };
  visit(first);
  const inputs = [...seen].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  expect(inputs).toContainEqual(expect.stringMatching(/tools\/builtin\.ts$/));
  expect(inputs.filter((input) => input.includes('node_modules'))).toEqual([]);
  const env = { ...process.env, PATH: '/usr/bin:/bin' };
  const { stdout } = await promisify(execFile)(process.execPath, [folder.at('bundle/stdin.mjs'), folder.path], { env });
  expect(stdout).toBe('ok\n'.repeat(7));
});
