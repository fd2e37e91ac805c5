/** The gate over requirements.ts: every id is named by a test, and tests name no id that does not exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { REQUIREMENTS } from './requirements.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const STRING = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Ids inside string literals of tests and their tables: titles, and the `shows` lists that become titles. */
function idsNamed(): Set<string> {
  const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.test\.ts$|-cases\.ts$/.test(path) && !path.includes('node_modules'),
  );
  const literals = files.flatMap((path) => readFileSync(join(HERE, path), 'utf8').match(STRING) ?? []);
  return new Set(literals.flatMap((literal) => literal.match(/\bB\d\d\b/g) ?? []));
}

it('every requirement is named by a test, every named one exists', () => {
  expect([...idsNamed()].sort()).toEqual(Object.keys(REQUIREMENTS).sort());
});
