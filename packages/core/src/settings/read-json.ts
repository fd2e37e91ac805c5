/**
 * Reads the small JSON-with-comments files that people edit by hand: settings, trusted folders, approvals.
 * Never writes, and never guesses at a broken file: that is one sentence with the place of the fault.
 */
import { readFileSync, statSync } from 'node:fs';
import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { QwenError } from '../shared/qwen-error.js';

export type JsonObject = { [key: string]: unknown };

export interface ParsedJson {
  readonly value: JsonObject;
  /** Dotted keys that were left out because of a `__proto__` in them. */
  readonly refusedKeys: readonly string[];
}

/** What a file is called in a sentence about it, such as "Settings file", and its path. */
export interface FileLabel {
  readonly what: string;
  readonly file: string;
}

/** The file's text, or undefined when there is no such file. Throws QwenError('config') when it can't be read. */
export function readText({ what, file }: FileLabel): string | undefined {
  try {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new QwenError('config', `${what} ${file} can't be read (${code}). Make it a readable file or move it away.`);
  }
}

/** Comments and trailing commas are fine, an empty file is `{}`. Throws QwenError('config') for anything else. */
export function parseJsonObject(text: string, label: FileLabel): ParsedJson {
  const clean = text.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const tree = parseTree(clean, errors, { allowTrailingComma: true, allowEmptyContent: true });
  if (errors[0] !== undefined) throw brokenJson(clean, errors[0], label);
  if (tree === undefined) return { value: {}, refusedKeys: [] };
  if (tree.type !== 'object') {
    throw new QwenError(
      'config',
      `${label.what} ${label.file} must hold one JSON object, { ... }, and holds ${withArticle(tree.type)}. Correct it there; nothing was changed.`,
    );
  }
  const refusedKeys: string[] = [];
  return { value: toValue(tree, [], refusedKeys) as JsonObject, refusedKeys };
}

export function readJsonObject(label: FileLabel): ParsedJson | undefined {
  const text = readText(label);
  return text === undefined ? undefined : parseJsonObject(text, label);
}

/** Whether a parsed value is a JSON object (not a list, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property only, so that a key called `constructor` is never answered by the prototype. */
export function ownValue(object: unknown, key: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** `__proto__` would change the object instead of being a key of it, so it is left out and named. */
function toValue(node: Node, path: readonly string[], refused: string[]): unknown {
  if (node.type === 'array') return (node.children ?? []).map((child, i) => toValue(child, [...path, `${i}`], refused));
  if (node.type !== 'object') return getNodeValue(node);
  const value: JsonObject = {};
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    const key = String(keyNode?.value);
    if (key === '__proto__') refused.push([...path, key].join('.'));
    else if (valueNode !== undefined) value[key] = toValue(valueNode, [...path, key], refused);
  }
  return value;
}

function brokenJson(text: string, { error, offset }: ParseError, { what, file }: FileLabel): QwenError {
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  const problem = printParseErrorCode(error)
    .replace(/(?!^)([A-Z])/g, ' $1')
    .toLowerCase();
  return new QwenError(
    'config',
    `${what} ${file} is not valid JSON at ${place} (${problem}). Correct it there; nothing was changed.`,
  );
}

const withArticle = (type: string): string => (type === 'array' ? 'a list' : `a ${type}`);
