import { readFile, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '../settings/paths.js';
import { createTempHome, type TempHome } from '../testing/temp-home.js';
import { readFolderTrust, writeFolderTrust, type FolderTrustState } from './this-folder.js';

let temp: TempHome;
let place: Place;
beforeEach(async () => {
  temp = await createTempHome();
  const system = { QWEN_CODE_SYSTEM_SETTINGS_PATH: `${temp.root}/system.json` };
  place = { env: { QWEN_HOME: temp.qwenHome, ...system }, homeDir: temp.home, cwd: temp.project, platform: 'linux' };
});
afterEach(() => temp.remove());

const switchedOn = (enabled: unknown): unknown => ({ security: { folderTrust: { enabled } } });
const rules = (text: string): Promise<string> => temp.write('home/.qwen/trustedFolders.json', text);

describe('reads', () => {
  it.each<[string, unknown, unknown, string | undefined, FolderTrustState]>([
    ['nothing at all', {}, undefined, undefined, 'off'],
    ['the switch of the user', switchedOn(true), undefined, undefined, 'unknown'],
    ['the switch of the system first', switchedOn(false), switchedOn(true), undefined, 'unknown'],
    ['a rule while the feature is off', switchedOn(false), undefined, 'DO_NOT_TRUST', 'off'],
    ['trust', switchedOn(true), undefined, 'TRUST_FOLDER', 'trusted'],
    ['distrust', switchedOn(true), undefined, 'DO_NOT_TRUST', 'untrusted'],
  ])('%s', async (_name, user, system, level, state) => {
    await temp.writeUserSettings(user);
    if (system !== undefined) await temp.write('system.json', JSON.stringify(system));
    if (level !== undefined) await rules(JSON.stringify({ [temp.project]: level }));
    expect(readFolderTrust(place)).toBe(state);
  });

  it('nothing of the folder', async () => {
    await temp.writeUserSettings(switchedOn(true));
    await temp.write('project/.qwen/settings.json', 'broken');
    expect(readFolderTrust(place)).toBe('unknown');
  });
});

describe('writes', () => {
  it('a new file, private to the user', async () => {
    await temp.writeUserSettings(switchedOn(true));
    const file = writeFolderTrust(place, 'TRUST_FOLDER');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ [temp.project]: 'TRUST_FOLDER' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(readFolderTrust(place)).toBe('trusted');
  });

  it('beside the rules and comments that stand there', async () => {
    const file = await rules('{\n  // mine\n  "/a": "TRUST_FOLDER"\n}\n');
    writeFolderTrust(place, 'TRUST_FOLDER');
    writeFolderTrust(place, 'DO_NOT_TRUST');
    expect(await readFile(file, 'utf8')).toBe(
      `{\n  // mine\n  "/a": "TRUST_FOLDER",\n  "${temp.project}": "DO_NOT_TRUST"\n}\n`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['broken JSON', '{ "/a"'],
    ['a level that does not exist', '{ "/a": "DONT_TRUST" }'],
  ])('nothing over %s', async (_name, text) => {
    const file = await rules(text);
    expect(() => writeFolderTrust(place, 'TRUST_FOLDER')).toThrow(/Trusted folders file/);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});
