/**
 * The whole request to the messages API. Pure. Settings may add to it, but not replace the conversation or the tools.
 *
 * What comes again in the next request is marked for the cache: tools and system prompt together, and the newest two turns
 * of the user, so that the last request's mark is still found.
 */
import type { RequestBody } from '../dialect.js';
import { openApiSchema } from '../narrow-schema.js';
import type { ModelChoice } from '../registry.js';
import type { Message, ToolDeclaration } from '../types.js';
import { toWire, type WireMessage } from './to-wire.js';

const MARK = { cache_control: { type: 'ephemeral' } };
const MARKED_TURNS = 2;

export function requestBody(
  { name, options }: ModelChoice,
  messages: readonly Message[],
  tools: readonly ToolDeclaration[],
): RequestBody {
  const { cacheControl, openApiSchemas } = options;
  const mark = cacheControl ? MARK : {};
  const system = messages.flatMap((message) =>
    message.role === 'system' && message.text !== '' ? [message.text] : [],
  );
  const declared = tools.map((tool) => declare(tool, openApiSchemas));
  const wire = toWire(messages, { modelName: name, sees: options.sees });
  return {
    ...options.params,
    model: name,
    messages: cacheControl ? marked(wire) : wire,
    stream: true,
    ...(system.length > 0 && { system: [{ type: 'text', text: system.join('\n\n'), ...mark }] }),
    ...(declared.length > 0 && { tools: system.length > 0 ? declared : withLast(declared, mark) }),
  };
}

function marked(wire: readonly WireMessage[]): readonly WireMessage[] {
  const turns = wire.flatMap(({ role }, place) => (role === 'user' ? [place] : [])).slice(-MARKED_TURNS);
  return wire.map((message, place) =>
    turns.includes(place) ? { ...message, content: withLast(message.content, MARK) } : message,
  );
}

const withLast = <Item extends object>(items: readonly Item[], more: object): readonly Item[] =>
  items.map((item, place) => (place === items.length - 1 ? { ...item, ...more } : item));

/** The API takes no alternatives at the top of a schema; the arguments are checked against them all the same. */
const NOT_AT_THE_TOP = new Set(['$schema', 'anyOf', 'oneOf', 'allOf']);

function declare({ name, description, parameters }: ToolDeclaration, openApi: boolean): object {
  const entries = Object.entries(openApi ? openApiSchema(parameters) : parameters);
  const schema = Object.fromEntries(entries.filter(([key]) => !NOT_AT_THE_TOP.has(key)));
  return { name, description, input_schema: { ...schema, type: 'object', properties: schema['properties'] ?? {} } };
}
