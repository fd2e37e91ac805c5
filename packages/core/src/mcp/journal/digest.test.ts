import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../../testing/temp-folder.js';
import { canonicalJson } from './canonical-json.js';
import { digestWith } from './digest.js';
import { loadKey } from './key-file.js';

const parse = (text: string): unknown => JSON.parse(text);

describe('the same value', () => {
  it.each([
    ['keys in another order', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['numbers in other spellings', '[1,100,0.5,0]', '[1.0,1e2,5.0E-1,-0]'],
    ['white space', '{"a":[1,2]}', ' { "a" : [ 1 , 2 ] } '],
    ['escapes', '"\u00e9\u{1f600}/"', '"\\u00e9\\ud83d\\ude00\\/"'],
    ['keys that are numbers', '{"10":1,"9":2}', '{"9":2,"10":1}'],
  ])('%s', (_name, one, other) => {
    expect(canonicalJson(parse(one))).toBe(canonicalJson(parse(other)));
  });
});

describe('another value', () => {
  it.each([
    ['the order of a list', '[1,2]', '[2,1]'],
    ['a number and a text', '{"a":1}', '{"a":"1"}'],
    ['null and no key', '{"a":null}', '{}'],
    ['composed and decomposed letters', '"\u00e9"', '"e\u0301"'],
    ['case', '"a"', '"A"'],
    ['a key of the prototype', '{"__proto__":1}', '{}'],
    ['half a surrogate pair', '"\\ud83d"', '"\\ud83e"'],
    ['key and value', '{"a":"b"}', '{"b":"a"}'],
    ['nesting', '{"a":{"b":1}}', '{"a":1,"b":1}'],
  ])('%s', (_name, one, other) => {
    expect(canonicalJson(parse(one))).not.toBe(canonicalJson(parse(other)));
  });
});

it('is the value as it would be sent', () => {
  expect(canonicalJson({ b: undefined, a: new Date(0), list: [undefined, Number.NaN] })).toBe(
    '{"a":"1970-01-01T00:00:00.000Z","list":[null,null]}',
  );
});

it('depends on the key, and not on the arguments alone', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((key) => digestWith(key)({ amount: 3 }));
  expect(one).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
  expect(other).not.toBe(one);
  expect(digestWith(Buffer.alloc(32, 1))({ amount: 3.0 })).toBe(one);
});

describe('the key file', () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await createTempFolder();
  });
  afterEach(() => folder.remove());

  it('is made once, private, with its folder', async () => {
    const file = folder.at('home', '.qwen', 'mcp-outcomes.key');
    const key = await loadKey(file);
    expect(await readFile(file, 'latin1')).toBe(`${key.toString('hex')}\n`);
    expect([key.length, (await stat(file)).mode & 0o777]).toEqual([32, 0o600]);
    expect(await loadKey(file)).toEqual(key);
    expect(await readdir(folder.at('home', '.qwen'))).toEqual(['mcp-outcomes.key']);
  });

  it('is the same for all who make it at once', async () => {
    const file = folder.at('key');
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadKey(file)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  });

  it.each(['', 'abc', 'not hex, '.repeat(8)])('is never overwritten when damaged: %j', async (text) => {
    const file = folder.at('key');
    await writeFile(file, text);
    await expect(loadKey(file)).rejects.toMatchObject({
      code: 'io',
      shown:
        `The call was not sent: the key file ${file}, which the record that must be kept of it needs, is damaged. ` +
        'Move it away, and a new one is made.',
    });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('says when its folder is none', async () => {
    await writeFile(folder.at('file'), '');
    await chmod(folder.at('file'), 0o600);
    await expect(loadKey(folder.at('file', 'key'))).rejects.toMatchObject({
      code: 'io',
      shown: expect.stringContaining("can't be read or made (ENOTDIR)"),
    });
  });
});
