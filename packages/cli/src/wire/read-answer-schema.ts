/** `--json-schema`: a JSON Schema of an object, as JSON or as `@file`, and the tool through which the model answers. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StructuredOutput } from '@qwen-code/qwen-code-core/agent/structured-output.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { JsonSchema } from '@qwen-code/qwen-code-core/tools/types.js';

/** Undefined when the answer may be in words. Throws QwenError('config'). */
export async function structuredOutput(value: string | undefined, cwd: string): Promise<StructuredOutput | undefined> {
  if (value === undefined) return undefined;
  const { createStructuredOutput } = await import('@qwen-code/qwen-code-core/agent/structured-output.js');
  return createStructuredOutput(await readAnswerSchema(value, cwd));
}

/** Throws QwenError('config') with one sentence for anything else. */
export async function readAnswerSchema(value: string, cwd: string): Promise<JsonSchema> {
  const schema = parsed(value.startsWith('@') ? readFile(resolve(cwd, value.slice(1))) : value);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw refusal('the schema must be a JSON object, such as {"type":"object","properties":{...}}.');
  }
  const { type = 'object' } = schema as Record<string, unknown>;
  if (type !== 'object') throw refusal('the schema must describe an object ("type": "object").');
  const { createCompiler } = await import('@qwen-code/qwen-code-core/shared/compile-schema.js');
  const compile = createCompiler({ validateSchema: true });
  if (compile(schema) === 'unusable') throw refusal('this is not a valid JSON Schema.');
  return schema as JsonSchema;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw refusal(`the file ${path} can't be read (${code}).`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refusal('the schema is not valid JSON; give JSON, or @ and the path of a file.');
  }
}

const refusal = (shown: string): QwenError => new QwenError('config', `--json-schema: ${shown}`);
