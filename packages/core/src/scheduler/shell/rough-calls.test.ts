import { expect, it } from 'vitest';
import { allowsCall, mayBeCall } from './command-spec.js';
import { readShell } from './read-shell.js';

it.each<[spec: string, command: string, allowed: boolean]>([
  ['dir', 'dir /s', true],
  ['git status', 'git status', true],
  ['git *', 'git commit -m "say why"', true],
  ['dir', 'dir & del x', false],
  ['dir', 'dir | del x', false],
  ['dir', 'dir > x', false],
  ['dir', 'dir %X%', false],
  ['dir', 'dir !X!', false],
  ['dir', 'dir ^& del x', false],
  ['dir', 'dir (x)', false],
  ['dir', 'dir "a', false],
  ['dir', 'dir\r\ndel x', false],
  ['dir', '"dir"', false],
  ['dir', '', false],
])('cmd: %j allows %j: %s', async (spec, command, allowed) => {
  const { plain } = await readShell(command, 'win32');
  expect(plain?.every((call) => allowsCall(spec, call)) ?? false).toBe(allowed);
});

it.each<[spec: string, command: string, mayBe: boolean]>([
  ['del', 'dir & del x', true],
  ['del', 'dir && (del x)', true],
  ['del', 'd^el x', true],
  ['del', 'DEL x', true],
  ['del', 'cmd /c del x', true],
  ['del', '%X% x', true],
  ['powershell', 'C:\\Windows\\powershell.exe -c x', true],
  ['del', 'dir del', false],
])('cmd: %j may be in %j: %s', async (spec, command, mayBe) => {
  const { calls } = await readShell(command, 'win32');
  expect(calls.some((call) => mayBeCall(spec, call))).toBe(mayBe);
});

it('cmd: redirections', async () => {
  const { redirections } = await readShell('dir > a 2>>"b c" < d', 'win32');
  expect(redirections.map(({ access, target }) => [access, target.value])).toEqual([
    ['write', 'a'],
    ['write', 'b c'],
    ['read', 'd'],
  ]);
});
