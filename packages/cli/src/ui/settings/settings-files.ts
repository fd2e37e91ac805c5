/** The settings files as people see them: where a value stands, and where one can be written. Writes through settings/edit. */
import { readSettingsKey } from '@qwen-code/qwen-code-core/settings/edit.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import { FILE_SCOPES, type FileScope } from '@qwen-code/qwen-code-core/settings/paths.js';

export type Files = Pick<LoadedSettings, 'sources'>;

/** A file that a person's own choice can go into. */
export interface WritableFile {
  readonly scope: 'user' | 'workspace';
  readonly label: string;
  readonly file: string;
}

const NAMES: Readonly<Record<FileScope, string>> = {
  'system-defaults': 'system defaults',
  user: 'user settings',
  workspace: 'project settings',
  system: 'system settings',
};

export const nameOfScope = (scope: FileScope): string => NAMES[scope];

/** The user's file first; the project's where it counts. */
export const writableFiles = ({ sources }: Files): readonly WritableFile[] =>
  (['user', 'workspace'] as const).flatMap((scope) => {
    const source = sources.find((each) => each.scope === scope && each.state !== 'ignored');
    const label = scope === 'user' ? 'For you, in every folder' : 'For this project';
    return source === undefined ? [] : [{ scope, label, file: source.file }];
  });

export interface FoundValue {
  readonly value: unknown;
  readonly scope: FileScope;
}

/** As it is written in each file that counts, the one that beats the others first. Throws QwenError('config'). */
export function valuesOf({ sources }: Files, path: readonly string[]): readonly FoundValue[] {
  return FILE_SCOPES.toReversed().flatMap((scope) => {
    const source = sources.find((each) => each.scope === scope && each.state !== 'ignored');
    const value = source === undefined ? undefined : readSettingsKey(source.file, path);
    return value === undefined ? [] : [{ value, scope }];
  });
}
