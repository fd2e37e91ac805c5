/**
 * A home and a project for one binary, with settings that make two binaries do the same work: servers trusted, nothing
 * asked, no tool search, no memory extractor, no update check, no statistics.
 */
import { join } from 'node:path';
import { createTempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import type { Binary } from './binary.js';
import type { Bench } from './figure.js';

export interface BenchHome {
  readonly project: string;
  readonly stateDir: string;
  /** The whole environment of a run, over a few variables of this process. */
  environment(modelUrl: string): NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

export interface BenchHomeOptions {
  readonly serversDir: string;
  /** How many stdio servers are configured, named s1, s2, … */
  readonly servers: number;
}

const QUIET = {
  general: { enableAutoUpdate: false },
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  model: { maxToolCallsPerTurn: 100_000, skipLoopDetection: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  tools: { approvalMode: 'yolo', toolSearch: { enabled: false } },
};

export async function createBenchHome({ serversDir, servers }: BenchHomeOptions): Promise<BenchHome> {
  const home = await createTempHome();
  const stateDir = join(home.root, 'state');
  await home.write('state/README', 'What the servers note about themselves.\n');
  const entry = { command: process.execPath, args: serverArgs(serversDir, stateDir), trust: true };
  const names = Array.from({ length: servers }, (_, index) => `s${index + 1}`);
  await home.writeUserSettings({ ...QUIET, mcpServers: Object.fromEntries(names.map((name) => [name, entry])) });
  return {
    project: home.project,
    stateDir,
    environment: (modelUrl) => ({
      ...plainEnvironment(),
      HOME: home.home,
      USERPROFILE: home.home,
      OPENAI_API_KEY: 'bench',
      OPENAI_BASE_URL: modelUrl,
      OPENAI_MODEL: 'bench',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    }),
    remove: home.remove,
  };
}

/** What a process needs to start at all: variables such as NODE_EXTRA_CA_CERTS can double the start of every Node. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  SYSTEMROOT: process.env['SYSTEMROOT'],
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
  NO_PROXY: '*',
});

/** The command line of a bench server, after `node`. */
export const serverArgs = (serversDir: string, stateDir: string): string[] => [
  join(serversDir, 'bench-server.mjs'),
  stateDir,
];

/** A home for each binary under test, removed afterwards. */
export async function withBenchHomes<T>(
  { ours, theirs, serversDir }: Bench,
  servers: number,
  work: (homeOf: (binary: Binary) => BenchHome) => Promise<T>,
): Promise<T> {
  const our = await createBenchHome({ serversDir, servers });
  const their = theirs === undefined ? our : await createBenchHome({ serversDir, servers });
  try {
    return await work((binary) => (binary === ours ? our : their));
  } finally {
    await our.remove();
    if (their !== our) await their.remove();
  }
}
