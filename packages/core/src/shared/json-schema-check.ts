/**
 * Do these arguments fit this JSON Schema? Ajv loads at the first check; compiled checks are kept for as long as the
 * schema value lives.
 *
 * An odd schema (a server may send anything) never breaks a call: when no dialect can compile it, nothing is refused.
 * The problems name places and rules, never the values that were given.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';

export interface SchemaChecker {
  /** What is wrong with `value`, one short phrase each; empty when it fits, or when the schema can't be used. */
  check(schema: Readonly<Record<string, unknown>>, value: unknown): Promise<readonly string[]>;
}

type Compiled = ValidateFunction | 'unusable';

const MAX_PROBLEMS = 5;
const DRAFT_2020 = '2020-12';
/** `$schema` names of the older drafts, whose array keywords mean something else. */
const OLDER_DRAFT = /draft-0[3-7]/;

export function createSchemaChecker(): SchemaChecker {
  const compiled = new WeakMap<object, Compiled>();
  let compile: Promise<(schema: object) => Compiled> | undefined;
  return {
    check: async (schema, value) => {
      let validate = compiled.get(schema);
      if (validate === undefined) {
        compile ??= loadCompilers();
        validate = (await compile)(schema);
        compiled.set(schema, validate);
      }
      return validate === 'unusable' ? [] : problemsOf(validate, value);
    },
  };
}

/** Is `value` shown to fit? False as well when the schema can't be used: for a decision that must not guess. */
export async function provablyFits(schema: Readonly<Record<string, unknown>>, value: unknown): Promise<boolean> {
  const validate = (await loadCompilers())(schema);
  try {
    return validate !== 'unusable' && validate(value);
  } catch {
    return false;
  }
}

async function loadCompilers(): Promise<(schema: object) => Compiled> {
  const [{ Ajv }, { Ajv2020 }] = await Promise.all([import('ajv'), import('ajv/dist/2020.js')]);
  const options = {
    strict: false,
    allErrors: true,
    validateSchema: false,
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
  } as const;
  const dialects = { older: new Ajv(options), [DRAFT_2020]: new Ajv2020(options) };
  return (schema) => {
    const named = '$schema' in schema && typeof schema.$schema === 'string' ? schema.$schema : '';
    const order = OLDER_DRAFT.test(named) ? (['older', DRAFT_2020] as const) : ([DRAFT_2020, 'older'] as const);
    for (const dialect of order) {
      // A copy, so that Ajv's own cache neither keeps the caller's schema nor meets its `$id` a second time.
      const copy = { ...schema, $schema: undefined };
      try {
        return dialects[dialect].compile(copy);
      } catch {
        // Not this dialect: the next one, or none.
      } finally {
        dialects[dialect].removeSchema(copy);
      }
    }
    return 'unusable';
  };
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
