import { expect, it } from 'vitest';
import { folderTrust, type FolderTrust, type TrustLevel } from './folder-trust.js';

/** Rules as pairs of level and covered directory. */
type Rules = [TrustLevel, string][];

it.each<[string, string, Rules, FolderTrust]>([
  ['no rule', '/a/b', [], 'unknown'],
  ['a rule elsewhere', '/a/b', [['TRUST_FOLDER', '/c']], 'unknown'],
  ['the folder itself', '/a/b', [['TRUST_FOLDER', '/a/b']], 'trusted'],
  ['below the folder', '/a/b/c', [['TRUST_FOLDER', '/a/b']], 'trusted'],
  ['above the folder', '/a', [['TRUST_FOLDER', '/a/b']], 'unknown'],
  ['a name that only begins the same', '/a/bc', [['TRUST_FOLDER', '/a/b']], 'unknown'],
  ['distrust', '/a/b', [['DO_NOT_TRUST', '/a/b']], 'untrusted'],
  ['below distrust', '/a/b/c', [['DO_NOT_TRUST', '/a/b']], 'untrusted'],
  [
    'trust below distrust',
    '/a/b/c',
    [
      ['DO_NOT_TRUST', '/a'],
      ['TRUST_FOLDER', '/a/b'],
    ],
    'trusted',
  ],
  [
    'distrust below trust',
    '/a/b/c',
    [
      ['TRUST_FOLDER', '/a'],
      ['DO_NOT_TRUST', '/a/b'],
    ],
    'untrusted',
  ],
  [
    'both at the same depth',
    '/a/b',
    [
      ['TRUST_FOLDER', '/a'],
      ['DO_NOT_TRUST', '/a'],
    ],
    'untrusted',
  ],
  ['a covered parent', '/a/other', [['TRUST_PARENT', '/a']], 'trusted'],
  ['the root', '/a', [['TRUST_FOLDER', '/']], 'trusted'],
  [
    'distrust over the root',
    '/a',
    [
      ['TRUST_FOLDER', '/'],
      ['DO_NOT_TRUST', '/a'],
    ],
    'untrusted',
  ],
  ['a trailing slash', '/a/b', [['TRUST_FOLDER', '/a/b/']], 'trusted'],
  ['another case', '/A/b', [['TRUST_FOLDER', '/a/b']], 'unknown'],
])('%s', (_name, folder, rules, expected) => {
  const made = rules.map(([level, dir]) => ({ level, dirs: [dir] }));
  expect(folderTrust([folder], made, 'linux')).toBe(expected);
});

it.each<[string, string[], string[], TrustLevel, FolderTrust]>([
  ['the real folder', ['/link', '/real'], ['/real'], 'TRUST_FOLDER', 'trusted'],
  ['the real rule', ['/real'], ['/link', '/real'], 'TRUST_FOLDER', 'trusted'],
  ['distrust of the real folder', ['/link', '/real'], ['/real'], 'DO_NOT_TRUST', 'untrusted'],
])('compares every form of a path: %s', (_name, folder, dirs, level, expected) => {
  expect(folderTrust(folder, [{ level, dirs }], 'linux')).toBe(expected);
});

it('a link out of a trusted folder does not carry trust over the distrust of what it leads to', () => {
  const rules = [
    { level: 'TRUST_FOLDER', dirs: ['/trusted'] },
    { level: 'DO_NOT_TRUST', dirs: ['/evil'] },
  ] as const;
  expect(folderTrust(['/trusted/link', '/evil'], rules, 'linux')).toBe('untrusted');
});

it('knows the paths of Windows', () => {
  const rules = [{ level: 'TRUST_FOLDER', dirs: ['C:\\Work'] }] as const;
  expect(folderTrust(['c:/work/proj'], rules, 'win32')).toBe('trusted');
  expect(folderTrust(['D:\\work'], rules, 'win32')).toBe('unknown');
});
