/**
 * Puts environment values in place of `$NAME` and `${NAME}` in every string of a settings file.
 * Pure. An unset or empty variable leaves the text as it is and is reported by name; a value is never reported.
 */
import type { JsonObject } from './read-json.js';
import type { Env } from './paths.js';

const REFERENCE = /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** A reference that could not be filled. */
export interface MissingVariable {
  readonly path: readonly string[];
  readonly name: string;
}

export interface Interpolated<T> {
  readonly value: T;
  readonly missing: readonly MissingVariable[];
}

export function interpolate<T extends JsonObject>(value: T, env: Env): Interpolated<T> {
  const missing: MissingVariable[] = [];
  return { value: fill(value, { env, missing, path: [] }) as T, missing };
}

interface Walk {
  readonly env: Env;
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

function fillText(text: string, { env, missing, path }: Walk): string {
  if (!text.includes('$')) return text;
  return text.replace(REFERENCE, (reference: string, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    const found = Object.hasOwn(env, name) ? env[name] : undefined;
    if (found !== undefined && found !== '') return found;
    missing.push({ path, name });
    return reference;
  });
}
