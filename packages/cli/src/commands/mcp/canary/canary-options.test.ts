import { describe, expect, it } from 'vitest';
import { parseCommand } from '../parse-command.js';
import { readCanaryOptions, SPEC, tableGoesToStderr, type CanaryOptions } from './canary-options.js';

async function read(...argv: string[]): Promise<CanaryOptions | string> {
  const parsed = await parseCommand(argv, SPEC);
  if (parsed.kind !== 'parsed') throw new Error(parsed.kind === 'usage-error' ? parsed.shown : parsed.kind);
  return readCanaryOptions(parsed.words, parsed.values);
}

const NONE: CanaryOptions = {
  only: [],
  list: false,
  bin: undefined,
  evidence: undefined,
  junit: undefined,
  json: undefined,
  rehearse: false,
  keep: false,
};

describe('reads', () => {
  it.each<[string, string[], Partial<CanaryOptions>]>([
    ['nothing', [], {}],
    ['patterns', ['--only', 'unsafe', '--only', 'limit'], { only: ['unsafe', 'limit'] }],
    ['JSON for stdout', ['--json'], { json: '-' }],
    ['JSON for a file', ['--json', 'out.json'], { json: 'out.json' }],
    ['JSON before another option', ['--json', '--keep'], { json: '-', keep: true }],
    ['a command line', ['--bin', 'node /a b/cli.js'], { bin: 'node /a b/cli.js' }],
    ['reports', ['--evidence', '-', '--junit', 'j.xml'], { evidence: '-', junit: 'j.xml' }],
    ['the list', ['--list'], { list: true }],
    ['a rehearsal', ['--rehearse'], { rehearse: true }],
  ])('%s', async (_name, argv, expected) => {
    expect(await read(...argv)).toEqual({ ...NONE, ...expected });
  });
});

it('refuses a word that is no option, and two reports for one stdout', async () => {
  expect(await read('unsafe')).toBe('Unexpected word: unsafe. Say --only unsafe to pick runs.');
  expect(await read('--json', '--evidence', '-')).toBe('Only one of --evidence and --json can have stdout.');
});

it('keeps stdout for what a program reads', () => {
  expect(
    [{}, { evidence: '-' }, { json: '-' }, { json: 'f' }].map((more) => tableGoesToStderr({ ...NONE, ...more })),
  ).toEqual([false, true, true, false]);
});
