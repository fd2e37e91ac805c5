/**
 * Changes keys of a settings file, or of another file of its kind, in place, keeping comments, order and layout of everything else.
 * A file that can't be understood is never written; a missing one is made, private to the user.
 */
import { applyEdits, modify, type FormattingOptions } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { QwenError } from '../shared/qwen-error.js';
import { SETTINGS_FILE } from './layers.js';
import { isJsonObject, ownValue, parseJsonObject, readText, type FileLabel, type JsonObject } from './read-json.js';
import { removeKey } from './remove-key.js';
import { replaceFile } from './replace-file.js';

/** The layout version that this release writes into a new file. */
const NEW_FILE = '{\n  "$version": 4\n}\n';

/**
 * Sets the value at `path`, or removes the key when `value` is undefined. Throws QwenError('config') when the file can't
 * be understood or written, and then it is as it was.
 */
export function editSettingsFile(file: string, path: readonly string[], value: unknown): void {
  editSettings(file, [{ path, value }]);
}

/** Several keys in one step, or none of them; with `mode` the file has that mode afterwards. Throws as `editSettingsFile` does. */
export function editSettings(file: string, changes: readonly Change[], mode: Pick<EditedFile, 'mode'> = {}): void {
  editJsonFile({ what: SETTINGS_FILE, file, newFile: NEW_FILE, ...mode }, changes);
}

/** A file that people edit too, and its text when it is new. */
export interface EditedFile extends FileLabel {
  readonly newFile: string;
  /** Left out: the mode it has, or private to the user when it is new. */
  readonly mode?: number;
}

/** Undefined removes the key. */
export interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** All of the changes in one step, or none of them. Throws as `editSettingsFile` does. */
export function editJsonFile({ newFile, mode, ...label }: EditedFile, changes: readonly Change[]): void {
  const text = readText(label);
  const before = text === undefined || text.trim() === '' ? newFile : text;
  const after = changes.reduce((changed, change) => changedText(changed, change, label), before);
  if (after === before && text !== undefined && mode === undefined) return;
  try {
    replaceFile(label.file, after, mode === undefined ? {} : { mode });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new QwenError('config', `${label.what} ${label.file} can't be written (${code}). It is as it was.`, error);
  }
}

function changedText(before: string, { path, value }: Change, label: FileLabel): string {
  const root = parseJsonObject(before, label).value;
  refuseOtherParents(root, path, label);
  if (value === undefined && valueAt(root, path) === undefined) return before;
  const after = value === undefined ? removeKey(before, path) : withKey(before, path, value);
  if (isDeepStrictEqual(valueAt(parseJsonObject(after, label).value, path), value)) return after;
  throw new QwenError(
    'config',
    `${label.what} ${label.file} holds "${path.join('.')}" or a key above it more than once. Leave one of them; nothing was changed.`,
  );
}

/** The value at `path` in a settings file, undefined when the file or the key is missing. Throws QwenError('config'). */
export function readSettingsKey(file: string, path: readonly string[]): unknown {
  const label = { what: SETTINGS_FILE, file };
  const text = readText(label);
  return text === undefined ? undefined : valueAt(parseJsonObject(text, label).value, path);
}

const valueAt = (root: JsonObject, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => ownValue(value, key), root);

function refuseOtherParents(root: JsonObject, path: readonly string[], { what, file }: FileLabel): void {
  for (let depth = 1; depth < path.length; depth += 1) {
    const above = valueAt(root, path.slice(0, depth));
    if (above === undefined) return;
    if (isJsonObject(above)) continue;
    const key = path.slice(0, depth).join('.');
    throw new QwenError(
      'config',
      `${what} ${file}: "${key}" must be an object. Correct it there; nothing was changed.`,
    );
  }
}

const withKey = (text: string, path: readonly string[], value: unknown): string =>
  applyEdits(text, modify(text, [...path], value, { formattingOptions: layoutOf(text) }));

/** The file's own indentation and line ends. */
function layoutOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
