/**
 * Compiles a JSON Schema of any draft that servers send. A module of its own, because it is loaded at the first check: ajv is
 * CommonJS, and a bundle gives a dynamic import of it no names.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

export type Compiled = ValidateFunction | 'unusable';

const DRAFT_2020 = '2020-12';
/** `$schema` names of the older drafts, whose array keywords mean something else. */
const OLDER_DRAFT = /draft-0[3-7]/;

/** `validateSchema`: one that breaks the rules of its dialect is unusable, also where it could be compiled. */
export function createCompiler({ validateSchema = false } = {}): (schema: object) => Compiled {
  const options = {
    strict: false,
    allErrors: true,
    validateSchema,
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
