/** The body of one chat completions request. Pure. Settings may add to it, but not replace the conversation or the tools. */
import type { ModelChoice } from '../registry.js';
import type { Message, ToolDeclaration } from '../types.js';
import type { RequestBody } from '../dialect.js';
import { openApiSchema } from '../narrow-schema.js';
import { takesCacheMarks, withCacheMarks } from './cache-marks.js';
import { toWire } from './to-wire.js';

export function requestBody(
  { name, baseUrl, options }: ModelChoice,
  messages: readonly Message[],
  tools: readonly ToolDeclaration[],
): RequestBody {
  const wire = toWire(messages, options);
  return {
    stream_options: { include_usage: true },
    ...options.params,
    model: name,
    messages: options.cacheControl && takesCacheMarks(baseUrl) ? withCacheMarks(wire) : wire,
    stream: true,
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => declare(tool, options.openApiSchemas)) }),
  };
}

/** Some APIs refuse a schema that does not say that it is an object, or that names no properties. */
function declare({ name, description, parameters: given }: ToolDeclaration, openApi: boolean): object {
  const parameters = openApi ? openApiSchema(given) : given;
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: { ...parameters, $schema: undefined, type: 'object', properties: parameters['properties'] ?? {} },
    },
  };
}
