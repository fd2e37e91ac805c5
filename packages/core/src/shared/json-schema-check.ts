/**
 * Do these arguments fit this JSON Schema? Most do so beyond doubt (surely-fits); Ajv loads for the first that
 * does not, and compiled checks are kept for as long as the schema value lives.
 *
 * An odd schema (a server may send anything) never breaks a call: when no dialect can compile it, nothing is refused.
 * The problems name places and rules, never the values that were given.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Compiled } from './compile-schema.js';
import { surelyFits } from './surely-fits.js';

export interface SchemaChecker {
  /** What is wrong with `value`, one short phrase each; empty when it fits, or when the schema can't be used. */
  check(schema: Readonly<Record<string, unknown>>, value: unknown): Promise<readonly string[]>;
}

const MAX_PROBLEMS = 5;

export function createSchemaChecker(): SchemaChecker {
  const compiled = new WeakMap<object, Compiled>();
  let compiler: Promise<(schema: object) => Compiled> | undefined;
  return {
    check: async (schema, value) => {
      if (surelyFits(schema, value)) return [];
      let validate = compiled.get(schema);
      if (validate === undefined) {
        compiler ??= loadCompiler();
        validate = (await compiler)(schema);
        compiled.set(schema, validate);
      }
      return validate === 'unusable' ? [] : problemsOf(validate, value);
    },
  };
}

/** Is `value` shown to fit? False as well when the schema can't be used: for a decision that must not guess. */
export async function provablyFits(schema: Readonly<Record<string, unknown>>, value: unknown): Promise<boolean> {
  const validate = (await loadCompiler())(schema);
  try {
    return validate !== 'unusable' && validate(value);
  } catch {
    return false;
  }
}

async function loadCompiler(): Promise<(schema: object) => Compiled> {
  const { createCompiler } = await import('./compile-schema.js');
  return createCompiler();
}

function problemsOf(validate: ValidateFunction, value: unknown): string[] {
  try {
    if (validate(value)) return [];
  } catch {
    return []; // A schema that compiles and then fails at run time is unusable as well.
  }
  const phrases = new Set((validate.errors ?? []).map(phrase));
  return [...phrases].slice(0, MAX_PROBLEMS);
}

function phrase({ instancePath, keyword, params, message }: ErrorObject): string {
  const where = `params${instancePath}`;
  if (keyword === 'additionalProperties') return `${where} must not have property '${params['additionalProperty']}'`;
  if (keyword === 'enum') return `${where} must be one of ${JSON.stringify(params['allowedValues']).slice(0, 200)}`;
  return `${where} ${message ?? `breaks the rule "${keyword}"`}`;
}
