/**
 * Does a value fit a JSON Schema beyond doubt? Knows the plain keywords that tools' schemas are made of, whose meaning is the
 * same in every draft. Anything else is doubt, and doubt is `false`: the full validator is asked then. Pure.
 *
 * Most calls fit, so most runs never load the validator, which costs as much as ten calls.
 */
type Json = Readonly<Record<string, unknown>>;
type Rule = (rule: unknown, value: unknown, schema: Json) => boolean;

export function surelyFits(schema: unknown, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) return false;
  return Object.keys(schema).every((keyword) => {
    if (NOTES.has(keyword)) return true;
    const rule = RULES.get(keyword);
    return rule !== undefined && rule(schema[keyword], value, schema);
  });
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** They say nothing about what fits. Formats are not checked. */
const NOTES: ReadonlySet<string> = new Set(
  '$comment $schema default deprecated description examples format readOnly title writeOnly'.split(' '),
);

const TYPES: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map<unknown, (value: unknown) => boolean>([
  ['array', Array.isArray],
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', Number.isInteger],
  ['null', (value) => value === null],
  ['number', Number.isFinite],
  ['object', isObject],
  ['string', (value) => typeof value === 'string'],
]);

const isOfType = (type: unknown, value: unknown): boolean => TYPES.get(type)?.(value) === true;

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['type', (types, value) => [types].flat().some((type) => isOfType(type, value))],
  ['enum', (values, value) => Array.isArray(values) && values.includes(value)],
  ['const', (only, value) => only === value],
  ['anyOf', (schemas, value) => Array.isArray(schemas) && schemas.some((schema) => surelyFits(schema, value))],
  ['minimum', (least, value) => typeof least === 'number' && (typeof value !== 'number' || value >= least)],
  ['maximum', (most, value) => typeof most === 'number' && (typeof value !== 'number' || value <= most)],
  ['minItems', (least, value) => typeof least === 'number' && (!Array.isArray(value) || value.length >= least)],
  ['maxItems', (most, value) => typeof most === 'number' && (!Array.isArray(value) || value.length <= most)],
  [
    'items',
    (each, value) => !Array.isArray(each) && (!Array.isArray(value) || value.every((item) => surelyFits(each, item))),
  ],
  ['required', (names, value) => Array.isArray(names) && (!isObject(value) || names.every((name) => has(value, name)))],
  ['properties', propertiesFit],
  ['additionalProperties', additionalFit],
]);

const has = (value: Json, name: unknown): boolean =>
  typeof name === 'string' && Object.hasOwn(value, name) && value[name] !== undefined;

/** Looks a name up as the validator does: what an object inherits counts, and then there is doubt. */
function propertiesFit(schemas: unknown, value: unknown): boolean {
  if (!isObject(schemas)) return false;
  if (!isObject(value)) return true;
  return Object.keys(schemas).every((name) => value[name] === undefined || surelyFits(schemas[name], value[name]));
}

function additionalFit(rest: unknown, value: unknown, { properties = {} }: Json): boolean {
  if (!isObject(properties)) return false;
  if (!isObject(value)) return typeof rest === 'boolean' || isObject(rest);
  const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  return others.every((name) => surelyFits(rest, value[name]));
}
