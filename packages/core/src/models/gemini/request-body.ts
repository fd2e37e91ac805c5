/** The whole request to generateContent, in the form that the package takes. Pure. */
import type { RequestBody } from '../dialect.js';
import { geminiSchema, openApiSchema } from '../narrow-schema.js';
import type { ModelChoice } from '../registry.js';
import type { Message, ToolDeclaration } from '../types.js';
import { toWire } from './to-wire.js';

export function requestBody(
  choice: ModelChoice,
  messages: readonly Message[],
  tools: readonly ToolDeclaration[],
): RequestBody {
  const { name, options } = choice;
  const system = messages.flatMap((message) =>
    message.role === 'system' && message.text !== '' ? [message.text] : [],
  );
  const functionDeclarations = tools.map((tool) => declare(tool, options.openApiSchemas));
  return {
    model: name,
    contents: toWire(messages, choice),
    config: {
      ...options.params,
      ...(system.length > 0 && { systemInstruction: { parts: [{ text: system.join('\n\n') }] } }),
      ...(tools.length > 0 && { tools: [{ functionDeclarations }] }),
    },
  };
}

function declare({ name, description, parameters }: ToolDeclaration, openApi: boolean): object {
  const schema = openApi ? openApiSchema(parameters) : geminiSchema(parameters);
  return {
    name,
    description,
    parametersJsonSchema: { ...schema, type: 'object', properties: schema['properties'] ?? {} },
  };
}
