import { expect, it } from 'vitest';
import { matchesPathSpec } from './path-spec.js';

const dirs = { project: '/home/u/proj', home: '/home/u' };

it.each<[spec: string, path: string, strict: boolean, matches: boolean]>([
  ['src/**', '/home/u/proj/src/a.ts', true, true],
  ['/src/**', '/home/u/proj/src/a.ts', true, true],
  ['./src/**', '/home/u/proj/src/a.ts', true, true],
  ['/src/**', '/home/u/proj/lib/src/a.ts', true, false],
  ['*.env', '/home/u/proj/deep/x.env', true, true],
  ['src/**', 'src/a.ts', true, true],
  ['src/**', '/home/u/proj/src/../secret', true, false],
  ['src/**', '/home/u/other/src/a.ts', true, false],
  ['/**', '/home/u/proj', true, true],
  ['src', '/home/u/proj', true, false],
  ['/..x', '/home/u/proj/..x', true, true],
  ['~/.ssh/**', '/home/u/.ssh/id', true, true],
  ['~/.ssh/**', '/home/u/proj/.ssh/id', true, false],
  ['//etc/**', '/etc/passwd', true, true],
  ['//etc/**', '/home/u/proj/etc/passwd', true, false],
  ['SRC/**', '/home/u/proj/src/a.ts', true, false],
  ['SRC/**', '/home/u/proj/src/a.ts', false, true],
  ['/caf\u00e9/**', '/home/u/proj/cafe\u0301/x', true, false],
  ['/caf\u00e9/**', '/home/u/proj/cafe\u0301/x', false, true],
  ['/cafe\u0301/**', '/home/u/proj/caf\u00e9/x', false, true],
  ['secrets/**', '/home/u/proj/secrets./x', true, false],
  ['secrets/**', '/home/u/proj/secrets./x', false, true],
  ['secrets/**', '/home/u/proj/secrets .. /x ', false, true],
  ['secrets/**', '/home/u/proj/secrets\u2215x', true, false],
  ['src/**', '/home/u/proj/src\uff0fa', true, false],
  ['src/**', '/home/u/proj/src/a\0', true, false],
  ['src/**', '/home/u/proj/other\0', false, true],
  ['secrets/**', '/home/u/proj/secrets', true, false],
  ['secrets/**', '/home/u/proj/secrets', false, true],
])('spec %j, path %j, strict %s: %s', (spec, path, strict, matches) => {
  expect(matchesPathSpec(spec, path, dirs, strict)).toBe(matches);
});
