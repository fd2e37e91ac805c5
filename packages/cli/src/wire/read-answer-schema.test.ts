import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswerSchema } from './read-answer-schema.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

const SCHEMA = { type: 'object', properties: { ok: { type: 'boolean' } } };
const read = (value: string) => readAnswerSchema(value, folder.path);

it('takes JSON, or a file that is named relative to the working directory', async () => {
  await folder.write('schemas/answer.json', `\uFEFF${JSON.stringify(SCHEMA)}`);
  expect(await read(JSON.stringify(SCHEMA))).toEqual(SCHEMA);
  expect(await read('@schemas/answer.json')).toEqual(SCHEMA);
  expect(await read('{"anyOf":[{"required":["a"]},{"required":["b"]}]}')).toBeDefined();
  expect(await read('{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}')).toBeDefined();
});

it.each<[string, string]>([
  ['{"type":', 'the schema is not valid JSON; give JSON, or @ and the path of a file.'],
  ['schema.json', 'the schema is not valid JSON; give JSON, or @ and the path of a file.'],
  ['[]', 'the schema must be a JSON object, such as {"type":"object","properties":{...}}.'],
  ['true', 'the schema must be a JSON object, such as {"type":"object","properties":{...}}.'],
  ['{"type":"array"}', 'the schema must describe an object ("type": "object").'],
  ['{"type":["object","null"]}', 'the schema must describe an object ("type": "object").'],
  ['{"properties":{"a":{"type":"nonsense"}}}', 'this is not a valid JSON Schema.'],
  ['{"properties":5}', 'this is not a valid JSON Schema.'],
  ['{"required":"a"}', 'this is not a valid JSON Schema.'],
  ['{"$ref":"http://elsewhere.example/schema"}', 'this is not a valid JSON Schema.'],
])('refuses %s', async (value, shown) => {
  await expect(read(value)).rejects.toMatchObject({ code: 'config', shown: `--json-schema: ${shown}` });
});

it('names a file that is not there', async () => {
  await expect(read('@gone.json')).rejects.toMatchObject({
    code: 'config',
    shown: `--json-schema: the file ${folder.at('gone.json')} can't be read (ENOENT).`,
  });
});
