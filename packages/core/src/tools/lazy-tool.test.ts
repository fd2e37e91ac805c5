import { expect, it } from 'vitest';
import { QwenError } from '../shared/qwen-error.js';
import { createToolContext } from '../testing/tool-context.js';
import { lazyTool, type Execute } from './lazy-tool.js';
import { okResult } from './results.js';
import type { ToolResult } from './types.js';

const declaration = {
  name: 'x',
  displayName: 'X',
  description: '',
  parameters: {},
  kind: 'read',
  parallel: true,
} as const;

it.each<[string, unknown, ToolResult]>([
  ['one of ours', new QwenError('io', 'Shown.', 'secret'), { status: 'error', text: 'Shown.' }],
  [
    'a file error',
    Object.assign(new Error('x'), { code: 'EROFS', path: '/a' }),
    { status: 'error', text: '/a is on a read-only file system.' },
  ],
  [
    'a file error without a path',
    Object.assign(new Error('x'), { code: 'EMFILE' }),
    { status: 'error', text: 'A path could not be opened: too many files are open.' },
  ],
  [
    'an unknown file error',
    Object.assign(new Error('x'), { code: 'EODD', path: '/a' }),
    { status: 'error', text: '/a could not be used (EODD).' },
  ],
  [
    'a mistake of the program',
    new TypeError('secret'),
    { status: 'error', text: 'Unexpected TypeError; run again with --debug for details.' },
  ],
  ['no error at all', 'secret', { status: 'error', text: 'Unexpected error.' }],
])('turns %s into a result and tells the debug log', async (_name, thrown, expected) => {
  const heard: unknown[] = [];
  const failing: Execute = async () => {
    throw thrown;
  };
  const tool = lazyTool(
    declaration,
    async () => failing,
    (...entry) => heard.push(entry),
  );
  expect(await tool.execute({}, createToolContext())).toEqual(expected);
  expect(heard).toEqual([['tools', 'x failed', thrown]]);
});

it('turns what an abort throws into a cancelled result', async () => {
  const controller = new AbortController();
  const tool = lazyTool(declaration, async () => async (_args, { signal }) => {
    controller.abort();
    signal.throwIfAborted();
    return okResult('never');
  });
  expect(await tool.execute({}, createToolContext(controller.signal))).toEqual({
    status: 'cancelled',
    text: 'Cancelled.',
  });
});

it('turns a part that can not be loaded into a result', async () => {
  const tool = lazyTool(declaration, () => Promise.reject(new Error('gone')));
  expect(await tool.execute({}, createToolContext())).toEqual({
    status: 'error',
    text: 'Unexpected Error; run again with --debug for details.',
  });
});
