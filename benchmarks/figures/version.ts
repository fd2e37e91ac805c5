/** `--version` beside the barest Node there is: what a start costs before anything is done. */
import { spawn } from 'node:child_process';
import { plainEnvironment } from '../lib/bench-home.js';
import type { Binary } from '../lib/binary.js';
import type { Bench, Figure } from '../lib/figure.js';
import { interleave, valuesOf } from '../lib/interleave.js';
import { monotonicMs } from '../lib/run-qwen.js';
import { pairRatios } from '../lib/stats.js';

/** Starts are short and noisy: more rounds cost nothing. */
const ROUNDS_PER_RUN = 3;
const BARE: Binary = { label: 'node -e 0', file: process.execPath, args: ['-e', '0'] };

export const version: Figure = {
  name: 'version',
  title: 'qwen --version',
  measure: async ({ ours, theirs, runs }: Bench) => {
    const subjects = [BARE, withVersion(ours), ...(theirs === undefined ? [] : [withVersion(theirs)])];
    const samples = await interleave(subjects, runs * ROUNDS_PER_RUN, async (binary) => ({
      wall: await timeToExit(binary),
    }));
    const [bare = [], our = [], their] = samples.map((list) => valuesOf(list, 'wall'));
    const theirWalls = their === undefined ? {} : { theirs: their };
    const theirRatios = their === undefined ? {} : { theirs: pairRatios(their, bare) };
    return [
      { what: 'node -e 0', unit: 'ms', ours: bare },
      { what: '--version', unit: 'ms', ours: our, ...theirWalls },
      {
        what: '--version over node -e 0',
        unit: 'x',
        ours: pairRatios(our, bare),
        ...theirRatios,
        target: { kind: 'value', most: 1.1 },
      },
    ];
  },
};

const withVersion = (binary: Binary): Binary => ({ ...binary, args: [...binary.args, '--version'] });

async function timeToExit({ label, file, args }: Binary): Promise<number> {
  const startedMs = monotonicMs();
  const child = spawn(file, args, { env: plainEnvironment(), stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${label} ${args.join(' ')} ended with exit code ${code}.`);
  return monotonicMs() - startedMs;
}
