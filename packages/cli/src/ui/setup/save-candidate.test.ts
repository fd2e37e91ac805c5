import { chmod, readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { saveCandidate } from './save-candidate.js';

let temp: TempHome;
let file: string;
beforeEach(async () => {
  temp = await createTempHome();
  file = `${temp.qwenHome}/settings.json`;
});
afterEach(() => temp.remove());

const candidate = { protocol: 'openai', baseUrl: 'https://a.b/v1', apiKey: 'sk-1', model: 'm' } as const;
const mode = async (): Promise<number> => (await stat(file)).mode & 0o777;

it('makes a file that is private to the user', async () => {
  saveCandidate(file, candidate);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    $version: 4,
    security: { auth: { selectedType: 'openai', apiKey: 'sk-1', baseUrl: 'https://a.b/v1' } },
    model: { name: 'm' },
  });
  expect(await mode()).toBe(0o600);
});

it('keeps comments and everything else, forgets an older key, and makes the file private', async () => {
  const before =
    '{\n  // mine\n  "ui": { "theme": "ANSI" }, // yes\n  "security": { "auth": { "apiKey": "old" } }\n}\n';
  await temp.write('home/.qwen/settings.json', before);
  await chmod(file, 0o644);
  saveCandidate(file, { ...candidate, apiKey: '' });
  const text = await readFile(file, 'utf8');
  expect(text).toContain('  // mine\n  "ui": { "theme": "ANSI" }, // yes\n');
  expect(text).not.toContain('old');
  expect(await mode()).toBe(0o600);
});

it('is private also when nothing has changed', async () => {
  saveCandidate(file, candidate);
  await chmod(file, 0o644);
  saveCandidate(file, candidate);
  expect(await mode()).toBe(0o600);
});

it('does not touch a file that it does not understand', async () => {
  await temp.write('home/.qwen/settings.json', '{ "a": ');
  expect(() => saveCandidate(file, candidate)).toThrow('is not valid JSON');
  expect(await readFile(file, 'utf8')).toBe('{ "a": ');
});
