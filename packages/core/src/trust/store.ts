/**
 * Reads trustedFolders.json. A file that can't be understood stops the run: a misspelt distrust must not count as none.
 */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { readJsonObject } from '../settings/read-json.js';
import { QwenError } from '../shared/qwen-error.js';
import { TRUST_LEVELS, type TrustLevel, type TrustRule } from './folder-trust.js';

export const TRUST_FILE = 'Trusted folders file';

/** The rules of the file, none when there is no file. Throws QwenError('config'). */
export function readTrustRules(file: string): TrustRule[] {
  const parsed = readJsonObject({ what: TRUST_FILE, file });
  return Object.entries(parsed?.value ?? {}).map(([path, level]) => {
    if (!isAbsolute(path)) {
      throw new QwenError('config', `${TRUST_FILE} ${file}: "${path}" must be an absolute path. Correct it there.`);
    }
    if (!isTrustLevel(level)) {
      throw new QwenError(
        'config',
        `${TRUST_FILE} ${file}: the level of "${path}" must be one of ${TRUST_LEVELS.join(', ')}. Correct it there.`,
      );
    }
    return { level, dirs: pathForms(level === 'TRUST_PARENT' ? dirname(resolve(path)) : path) };
  });
}

/** A path as written and, where it differs, with its symbolic links resolved. */
export function pathForms(path: string): string[] {
  const literal = resolve(path);
  try {
    return [...new Set([literal, realpathSync(literal)])];
  } catch {
    return [literal];
  }
}

const isTrustLevel = (value: unknown): value is TrustLevel => TRUST_LEVELS.includes(value as TrustLevel);
