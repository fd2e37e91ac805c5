/** The reports that were asked for: evidence, JUnit, JSON. Each to a file, or to stdout where that can be. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { evidenceDocument } from '@qwen-code/qwen-code-core/canary/lab/evidence.js';
import type { KeptCanary } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import type { LabResult } from '@qwen-code/qwen-code-core/canary/lab/run-lab.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { CanaryOptions } from './canary-options.js';
import { junitXml } from './junit.js';

export interface ReportOptions {
  readonly options: CanaryOptions;
  readonly cwd: string;
  stdout(text: string): void;
}

/** Throws QwenError('io') with one sentence for a file that can't be written. */
export async function writeReports(
  results: readonly LabResult[],
  kept: KeptCanary,
  { options, cwd, stdout }: ReportOptions,
): Promise<void> {
  const put = async (target: string | undefined, text: () => string): Promise<void> => {
    if (target === '-') stdout(text());
    else if (target !== undefined) await write(resolve(cwd, target), text());
  };
  await put(options.evidence, () => results.map(({ run, evidence }) => evidenceDocument(run.id, evidence)).join(''));
  await put(options.junit, () => junitXml(results));
  await put(options.json, () => `${JSON.stringify(kept, undefined, 2)}\n`);
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new QwenError('io', `The report ${path} could not be written (${code}).`, error);
  }
}
