/**
 * Real servers from npm and one call to each whose answer is lost after the work is done. What the calls did is read from
 * the disk; how often they arrived, from the proxy's log.
 */
import { readFileSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

export interface RealCase {
  /** Also the name of the server in the settings. */
  readonly name: string;
  /** What the real server declares of the tool. */
  readonly hints: string;
  /** Arguments of node. */
  command(folder: string): readonly string[];
  env?(folder: string): Readonly<Record<string, string>>;
  readonly tool: string;
  args(folder: string): Readonly<Record<string, unknown>>;
  /** Files in the folder before the call. */
  readonly before?: Readonly<Record<string, string>>;
  readonly runs: 1 | 2;
  /** The effect on disk, and what it must be after exactly `runs` runs. */
  effect?(folder: string): unknown;
  readonly after?: unknown;
  /** Part of the answer, for a call that is replayed. */
  readonly answer?: string;
}

/** The entry file of an installed package, past its exports map. */
const entry = (name: string, file: string): string => join(dirname(require.resolve(`${name}/package.json`)), file);

const memoryServer = () => [entry('@modelcontextprotocol/server-memory', 'dist/index.js')];
const memoryFile = (folder: string) => ({ MEMORY_FILE_PATH: join(folder, 'memory.jsonl') });
const memory = { command: memoryServer, env: memoryFile };
const files = {
  command: (folder: string) => [entry('@modelcontextprotocol/server-filesystem', 'dist/index.js'), folder],
};
const everything = { command: () => [entry('@modelcontextprotocol/server-everything', 'dist/index.js'), 'stdio'] };

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
const lines = (folder: string, file: string): string[] =>
  read(folder, file)
    .split('\n')
    .filter((line) => line !== '');

const ADA_ENTITY = { name: 'Ada', entityType: 'person', observations: ['writes'] } as const;
const ADA = { type: 'entity', ...ADA_ENTITY } as const;
const SEEDED = { 'memory.jsonl': `${JSON.stringify(ADA)}\n` } as const;
const entities = (folder: string): unknown[] =>
  lines(folder, 'memory.jsonl').map((line) => JSON.parse(line) as unknown);
const names = (folder: string): unknown[] => entities(folder).map((entity) => (entity as { name?: unknown }).name);

export const realCases: readonly RealCase[] = [
  {
    ...memory,
    name: 'memory-create',
    hints: 'changing, not idempotent',
    tool: 'create_entities',
    args: () => ({ entities: [ADA_ENTITY] }),
    runs: 1,
    effect: names,
    after: ['Ada'],
  },
  {
    ...memory,
    name: 'memory-observe',
    hints: 'changing, not idempotent',
    tool: 'add_observations',
    args: () => ({ observations: [{ entityName: 'Ada', contents: ['counts'] }] }),
    before: SEEDED,
    runs: 1,
    effect: entities,
    after: [{ ...ADA, observations: ['writes', 'counts'] }],
  },
  {
    ...memory,
    name: 'memory-read',
    hints: 'read-only',
    tool: 'read_graph',
    args: () => ({}),
    before: SEEDED,
    runs: 2,
    answer: 'Ada',
  },
  {
    ...memory,
    name: 'memory-delete',
    hints: 'destructive, idempotent',
    tool: 'delete_entities',
    args: () => ({ entityNames: ['Ada'] }),
    before: SEEDED,
    runs: 2,
    effect: names,
    after: [],
    answer: 'deleted',
  },
  {
    ...files,
    name: 'files-write',
    hints: 'destructive, idempotent',
    tool: 'write_file',
    args: (folder) => ({ path: join(folder, 'note.txt'), content: 'once' }),
    runs: 2,
    effect: (folder) => read(folder, 'note.txt'),
    after: 'once',
    answer: 'note.txt',
  },
  {
    ...files,
    name: 'files-move',
    hints: 'destructive',
    tool: 'move_file',
    args: (folder) => ({ source: join(folder, 'a.txt'), destination: join(folder, 'b.txt') }),
    before: { 'a.txt': 'a' },
    runs: 1,
    effect: (folder) => [existsSync(join(folder, 'a.txt')), read(folder, 'b.txt')],
    after: [false, 'a'],
  },
  {
    ...files,
    name: 'files-edit',
    hints: 'destructive',
    tool: 'edit_file',
    args: (folder) => ({ path: join(folder, 'poem.txt'), edits: [{ oldText: 'very', newText: 'very very' }] }),
    before: { 'poem.txt': 'a very good line' },
    runs: 1,
    effect: (folder) => read(folder, 'poem.txt'),
    after: 'a very very good line',
  },
  {
    ...files,
    name: 'files-read',
    hints: 'read-only',
    tool: 'read_text_file',
    args: (folder) => ({ path: join(folder, 'read.txt') }),
    before: { 'read.txt': 'what it says' },
    runs: 2,
    answer: 'what it says',
  },
  {
    ...everything,
    name: 'everything-echo',
    hints: 'read-only, idempotent',
    tool: 'echo',
    args: () => ({ message: 'hello there' }),
    runs: 2,
    answer: 'hello there',
  },
  {
    ...everything,
    name: 'everything-toggle',
    hints: 'changing',
    tool: 'toggle-simulated-logging',
    args: () => ({}),
    runs: 1,
  },
  {
    name: 'knowledge-create',
    hints: 'none',
    command: (folder) => [
      entry('@itseasy21/mcp-knowledge-graph', 'dist/index.js'),
      '--memory-path',
      join(folder, 'graph.jsonl'),
    ],
    tool: 'create_entities',
    args: () => ({ entities: [ADA_ENTITY] }),
    runs: 1,
    effect: (folder) => lines(folder, 'graph.jsonl').length,
    after: 1,
  },
  {
    name: 'commands-append',
    hints: 'none',
    command: () => [entry('mcp-server-commands', 'build/index.js')],
    tool: 'run_command',
    args: (folder) => ({ command: `echo charged >> ${join(folder, 'charges.txt')}` }),
    runs: 1,
    effect: (folder) => lines(folder, 'charges.txt'),
    after: ['charged'],
  },
];
