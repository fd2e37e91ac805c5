import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '../testing/temp-folder.js';
import { rememberRule } from './remember-rule.js';

describe('the settings file', () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await createTempFolder();
  });
  afterEach(() => folder.remove());
  const text = (): Promise<string> => readFile(folder.at('settings.json'), 'utf8');

  it('is made when it is missing', async () => {
    rememberRule(folder.at('.qwen', 'settings.json'), 'mcp__a__b');
    expect(JSON.parse(await readFile(folder.at('.qwen', 'settings.json'), 'utf8'))).toEqual({
      $version: 4,
      permissions: { allow: ['mcp__a__b'] },
    });
  });

  it('keeps what it holds, and holds a rule once', async () => {
    await folder.write('settings.json', '{\n  // mine\n  "permissions": { "allow": ["edit"], "deny": ["x"] }\n}\n');
    rememberRule(folder.at('settings.json'), 'mcp__a__b');
    const once = await text();
    rememberRule(folder.at('settings.json'), 'mcp__a__b');
    expect(await text()).toBe(once);
    expect(once).toContain('// mine');
    expect(JSON.parse(once.replace('// mine', ''))).toEqual({
      permissions: { allow: ['edit', 'mcp__a__b'], deny: ['x'] },
    });
  });

  it.each(['{ "permissions": ', '{"permissions": {"allow": "edit"}}', '{"permissions": 7}', '[]'])(
    'is left alone when it is %j',
    async (broken) => {
      await folder.write('settings.json', broken);
      expect(() => rememberRule(folder.at('settings.json'), 'x')).toThrowError(
        expect.objectContaining({ code: 'config' }),
      );
      expect(await text()).toBe(broken);
    },
  );
});
