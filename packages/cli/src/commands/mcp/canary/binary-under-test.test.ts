import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing';
import { commandOf, otherBinary } from './binary-under-test.js';

let temp: TempHome;
beforeEach(async () => {
  temp = await createTempHome();
});
afterEach(() => temp.remove());

describe('the command of --bin', () => {
  it('is a file that is there, also with spaces in its path', async () => {
    const script = await temp.write('my tools/cli.js', '');
    const program = await temp.write('my tools/qwen', '');
    expect(commandOf('my tools/cli.js', temp.root)).toEqual([process.execPath, script]);
    expect(commandOf(program, '/')).toEqual([program]);
  });

  it.each<[string, string[]]>([
    ['node /a/cli.js --flag', [process.execPath, '/a/cli.js', '--flag']],
    [`node "/a b/cli.js" 'c d'`, [process.execPath, '/a b/cli.js', 'c d']],
    ['qwen', ['qwen']],
  ])('or a command line: %s', (bin, expected) => {
    expect(commandOf(bin, temp.root)).toEqual(expected);
  });

  it('is not nothing', () => {
    expect(() => commandOf(' ', temp.root)).toThrow('--bin is empty.');
  });
});

describe('the other binary', () => {
  it('is asked for its version', async () => {
    const path = await temp.write('qwen.mjs', 'console.log("0.21.10")');
    expect(await otherBinary(path, temp.root)).toEqual({
      kind: 'other',
      command: [process.execPath, path],
      version: '0.21.10',
    });
  });

  it.each([
    ['can not be run', 'process.exit(3)', '--bin could not be run'],
    ['says no version', 'console.log("hello")', '--bin is no qwen'],
  ])('that %s is refused in one sentence', async (_name, code, shown) => {
    const path = await temp.write('qwen.mjs', code);
    await expect(otherBinary(path, temp.root)).rejects.toThrow(shown);
  });
});
