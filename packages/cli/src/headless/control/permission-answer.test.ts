import { expect, it } from 'vitest';
import { permissionAnswer, type PermissionAnswer } from './permission-answer.js';

const input = { file_path: '/w/a', content: 'x' };
const deny = (shown: string, interrupt = false): PermissionAnswer => ({ kind: 'deny', shown, interrupt });
const UNCLEAR = deny('write_file was not run: the program that drives qwen gave no clear answer about it.');
const REFUSED = deny('write_file was not run: the program that drives qwen refused it.');

it.each<[unknown, PermissionAnswer]>([
  [{ behavior: 'allow' }, { kind: 'allow' }],
  [{ behavior: 'allow', updatedInput: null }, { kind: 'allow' }],
  [{ behavior: 'allow', updatedInput: { content: 'x', file_path: '/w/a' } }, { kind: 'allow' }],
  [
    { behavior: 'allow', updatedInput: { file_path: '/w/b' } },
    { kind: 'allow', input: { file_path: '/w/b' } },
  ],
  [{ behavior: 'allow', updatedInput: 'all' }, UNCLEAR],
  [{ behavior: 'deny', message: 'host says no', interrupt: true }, deny('host says no', true)],
  [{ behavior: 'deny', message: 'host says no', interrupt: 'yes' }, deny('host says no')],
  [{ behavior: 'deny', message: ' ' }, REFUSED],
  [{ behavior: 'deny' }, REFUSED],
  [{ behavior: 'ALLOW' }, UNCLEAR],
  [{}, UNCLEAR],
  [undefined, UNCLEAR],
  ['allow', UNCLEAR],
])('%j', (response, expected) => {
  expect(permissionAnswer(response, { tool: 'write_file', input })).toEqual(expected);
});
