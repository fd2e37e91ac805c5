/**
 * Puts environment values in place of `$NAME`, `${NAME}` and `${NAME:-default}` in every string of a settings file.
 * Pure. An empty variable counts as unset. A reference without a value and without a default leaves the text as it is
 * and is reported by name; a value is never reported. What was put in is not filled again.
 */
import type { JsonObject } from './read-json.js';
import type { Env } from './paths.js';

const REFERENCE = /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** A reference that could not be filled. */
export interface MissingVariable {
  readonly path: readonly string[];
  readonly name: string;
}

export interface Interpolated<T> {
  readonly value: T;
  readonly missing: readonly MissingVariable[];
}

export interface InterpolateOptions {
  /** False: a reference with a default stays as it is written while it has no value. Default true. */
  readonly defaults?: boolean;
}

export function interpolate<T extends JsonObject>(
  value: T,
  env: Env,
  { defaults = true }: InterpolateOptions = {},
): Interpolated<T> {
  const missing: MissingVariable[] = [];
  return { value: fill(value, { env, defaults, missing, path: [] }) as T, missing };
}

interface Walk {
  readonly env: Env;
  readonly defaults: boolean;
  readonly missing: MissingVariable[];
  readonly path: readonly string[];
}

function fill(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return fillText(value, walk);
  const below = (key: string): Walk => ({ ...walk, path: [...walk.path, key] });
  if (Array.isArray(value)) return value.map((item, index) => fill(item, below(String(index))));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, below(key))]));
}

function fillText(text: string, { env, defaults, missing, path }: Walk): string {
  if (!text.includes('$')) return text;
  return text.replace(REFERENCE, (reference: string, braced?: string, fallback?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    const found = Object.hasOwn(env, name) ? env[name] : undefined;
    if (found !== undefined && found !== '') return found;
    if (fallback !== undefined) return defaults ? fallback : reference;
    missing.push({ path, name });
    return reference;
  });
}

/** Those of the values that the text of a settings value refers to. */
export function valuesReferredTo(value: unknown, values: Readonly<Record<string, string>>): Record<string, string> {
  const names = [...JSON.stringify(value ?? null).matchAll(REFERENCE)].map(
    ([, braced, , bare]) => braced ?? bare ?? '',
  );
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] ?? '']] : [])));
}
