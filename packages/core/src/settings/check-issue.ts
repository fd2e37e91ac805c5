/** Words and places for one issue that the schema found. Pure; never shows the value. */
import type { core } from 'zod/mini';
import { isJsonObject, type JsonObject } from './read-json.js';

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What the value must be, to follow "must be". */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? `of type ${issue.expected}`;
    case 'invalid_value':
      return `one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    case 'invalid_union':
      return describeUnion(issue.errors);
    case 'too_small':
      return issue.inclusive === false ? `above ${issue.minimum}` : `at least ${issue.minimum}`;
    case 'too_big':
      return issue.inclusive === false ? `below ${issue.maximum}` : `at most ${issue.maximum}`;
    default:
      return 'of another type';
  }
}

/** `permissions.deny[1]`, `mcpServers.docs.args`. */
export function dottedKey(path: Path): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}

/** What to leave out because of an issue: its value, or the whole list item that it lies in. */
export function whereToDrop({ path }: Issue): Path {
  const item = path.findIndex((key) => typeof key === 'number');
  return item === -1 ? path : path.slice(0, item + 1);
}

/** A copy of `object` without the values at `paths`. */
export function without(object: JsonObject, paths: readonly Path[]): JsonObject {
  return paths.length === 0 ? object : (drop(object, paths) as JsonObject);
}

function drop(value: unknown, paths: readonly Path[]): unknown {
  const below = (key: PropertyKey): Path[] => paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
  const isDropped = (key: PropertyKey): boolean => below(key).some(({ length }) => length === 0);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (isDropped(index) ? [] : [drop(item, below(index))]));
  }
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !isDropped(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, drop(item, below(key))]));
}

/** One type for each branch; a branch whose fault lies deeper than the value itself speaks of its list or object. */
function describeUnion(branches: readonly (readonly Issue[])[]): string {
  const words = branches.flatMap(([first]) => {
    if (first === undefined) return [];
    if (first.path.length === 0) return [describeIssue(first)];
    return [`${typeof first.path[0] === 'number' ? 'a list' : 'an object'} of the right kind`];
  });
  return [...new Set(words)].join(' or ');
}
