/** What is wrong with a folder of records, as one sentence for people and models. Pure. */
import { QwenError } from '../../shared/qwen-error.js';

export const errorCode = (error: unknown): string => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'unknown error';
};

interface Problem {
  readonly is: string;
  readonly remedy: string;
}

const FULL: Problem = { is: 'the disk is full', remedy: 'Free some space there and try again.' };
const READ_ONLY: Problem = {
  is: 'it is not writable',
  remedy: 'Make it writable, or set QWEN_RUNTIME_DIR to a folder that is.',
};
const GONE: Problem = {
  is: 'it is not there or not a folder',
  remedy: 'Put a folder there, or set QWEN_RUNTIME_DIR to one.',
};

const PROBLEMS: Readonly<Record<string, Problem>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: READ_ONLY,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  ENOENT: GONE,
  ENOTDIR: GONE,
  ESTALE: GONE,
};

const problemOf = (error: unknown): Problem => {
  const code = errorCode(error);
  return PROBLEMS[code] ?? { is: code, remedy: 'Correct that, or set QWEN_RUNTIME_DIR to another folder.' };
};

/** The record could not be written, so what it is about was not done; `undone` says what, such as "The call was not sent". */
export function notWritten(dir: string, error: unknown, undone: string): QwenError {
  const { is, remedy } = problemOf(error);
  return new QwenError(
    'io',
    `${undone}: the record that must be kept of it could not be written to ${dir} (${is}). ${remedy}`,
    error,
  );
}

/** The records of earlier calls can't be read. */
export function notReadable(path: string, error: unknown): QwenError {
  return new QwenError(
    'io',
    `The records of earlier calls in ${path} can't be read (${errorCode(error)}). Make them readable or move them away.`,
    error,
  );
}
