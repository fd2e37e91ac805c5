/**
 * JSON Schemas of tools for APIs that know a part of the language. Pure. What an API does not know is said in words it
 * does, or left out: the arguments are checked against the whole schema all the same before a tool runs.
 */
type Schema = Readonly<Record<string, unknown>>;

interface Profile {
  readonly keywords: ReadonlySet<string>;
  /** `type` may be a list. */
  readonly typeLists: boolean;
  /** `$ref` and `$defs` are understood. */
  readonly references: boolean;
}

const PLAIN = [
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'properties',
  'required',
];
const GEMINI: Profile = {
  keywords: new Set([...PLAIN, '$defs', '$ref', 'prefixItems', 'additionalProperties']),
  typeLists: true,
  references: true,
};
const OPENAPI_30: Profile = {
  keywords: new Set([...PLAIN, 'nullable', 'minLength', 'maxLength', 'pattern']),
  typeLists: false,
  references: false,
};

export const geminiSchema = (schema: Schema): Schema => narrowed(schema, GEMINI);

/** OpenAPI 3.0: no references (they are written out), no lists of types, no `const`. */
export const openApiSchema = (schema: Schema): Schema => narrowed(schema, OPENAPI_30);

/** A definition that holds itself is written out this many times. */
const DEEPEST_REFERENCE = 4;

function narrowed(root: Schema, profile: Profile): Schema {
  const walk = (value: unknown, followed: number): unknown => {
    if (!isSchema(value)) return value === true || value === false ? {} : value;
    const target = profile.references ? undefined : referred(value, root);
    if (target !== undefined) return followed < DEEPEST_REFERENCE ? walk(target, followed + 1) : { type: 'object' };
    const entries = Object.entries(inKnownWords(value, profile)).filter(([key]) => profile.keywords.has(key));
    return Object.fromEntries(entries.map(([key, inner]) => [key, innerOf(key, inner, (one) => walk(one, followed))]));
  };
  return walk(root, 0) as Schema;
}

/** Which keywords hold further schemas, and how. */
function innerOf(key: string, value: unknown, walk: (schema: unknown) => unknown): unknown {
  if ((key === 'properties' || key === '$defs') && isSchema(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, walk(schema)]));
  }
  if ((key === 'anyOf' || key === 'prefixItems') && Array.isArray(value)) return value.map(walk);
  if (key === 'additionalProperties' && typeof value === 'boolean') return value;
  return key === 'items' || key === 'additionalProperties' ? walk(value) : value;
}

/** The same demand in the words that every profile has. */
function inKnownWords(schema: Schema, { references, typeLists }: Profile): Schema {
  const { const: only, oneOf, allOf, exclusiveMinimum, exclusiveMaximum, definitions, ...rest } = schema;
  const known: Record<string, unknown> = { ...merged(allOf), ...rest };
  if (only !== undefined) known['enum'] = [only];
  if (Array.isArray(oneOf)) known['anyOf'] ??= oneOf;
  if (typeof exclusiveMinimum === 'number') known['minimum'] ??= exclusiveMinimum;
  if (typeof exclusiveMaximum === 'number') known['maximum'] ??= exclusiveMaximum;
  if (references && definitions !== undefined) known['$defs'] ??= definitions;
  if (references && typeof known['$ref'] === 'string') {
    known['$ref'] = known['$ref'].replace(/^#\/definitions\//, '#/$defs/');
  }
  return typeLists ? known : withOneType(known);
}

/** All of several objects as one: properties together, demands together. */
function merged(allOf: unknown): Schema {
  const parts = Array.isArray(allOf) ? allOf.filter(isSchema) : [];
  const together = (key: string): Schema => Object.assign({}, ...parts.map((part) => part[key])) as Schema;
  const required = parts.flatMap((part) => (Array.isArray(part['required']) ? (part['required'] as unknown[]) : []));
  const all: Schema = Object.assign({}, ...parts) as Schema;
  return {
    ...all,
    ...('properties' in all && { properties: together('properties') }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function withOneType(schema: Schema): Schema {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => one !== 'null');
  const nullable = types.length < type.length ? { nullable: true } : {};
  if (types.length === 1) return { ...rest, type: types[0] as unknown, ...nullable };
  return { ...rest, anyOf: types.map((one: unknown) => ({ type: one })), ...nullable };
}

/** What a `$ref` into this very schema stands for. */
function referred({ $ref: reference }: Schema, root: Schema): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const path = reference
    .slice(1)
    .split('/')
    .filter((step) => step !== '');
  return path.reduce<unknown>((at, step) => (isSchema(at) ? at[unescaped(step)] : undefined), root);
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
