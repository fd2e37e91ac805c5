/** Help, version and usage errors of the built binary: what is printed where, and the exit code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import { runQwen } from '../support/run-qwen.js';

let home: TempHome;
beforeAll(async () => {
  home = await createTempHome();
});
afterAll(() => home.remove());

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

it.each([['--version'], ['-v'], ['-d', '--version']])('prints just the number for %s %s', async (...args) => {
  expect(await runQwen(home, { args })).toEqual({ exitCode: 0, signal: undefined, stdout: '0.21.5\n', stderr: '' });
});

it('prints the short help on stdout', async () => {
  const { exitCode, stdout, stderr } = await runQwen(home, { args: ['--help'] });
  expect({ exitCode, stderr, start: firstLine(stdout) }).toEqual({
    exitCode: 0,
    stderr: '',
    start: 'Usage: qwen [options] [prompt...]',
  });
  expect(stdout).toContain('qwen mcp list');
});

describe('usage errors: the message and the full help on stderr, exit 1', () => {
  it.each([
    [['--nonsense'], 'Unknown option: --nonsense.'],
    [['-o', 'xml', 'hello'], '-o must be one of: text, json, stream-json.'],
    [['-p', 'a', 'b'], 'Give the prompt once: as an argument or with -p, not both.'],
    [['--yolo', '--approval-mode', 'plan', 'x'], 'Use either --yolo or --approval-mode, not both.'],
  ])('%j', async (args, message) => {
    const { exitCode, stdout, stderr } = await runQwen(home, { args });
    expect({ exitCode, stdout, message: firstLine(stderr) }).toEqual({ exitCode: 1, stdout: '', message });
    expect(stderr).toContain('--allowed-mcp-server-names');
  });
});

describe('what this version does not have: one sentence, exit 1', () => {
  it.each([[['--continue']], [['-i', 'hello']], [['extensions', 'list']], [['--sandbox', '-p', 'x']]])(
    '%j',
    async (args) => {
      const { exitCode, stdout, stderr } = await runQwen(home, { args });
      expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({ exitCode: 1, stdout: '', lines: 2 });
    },
  );
});

describe('qwen mcp', () => {
  it('lists its commands when it gets none', async () => {
    const { exitCode, stdout, stderr } = await runQwen(home, { args: ['mcp'] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, 2)).toEqual(['Usage: qwen mcp <command>', '']);
    expect(stdout).toContain('  qwen mcp list');
  });

  it('puts the help on stdout and the message on stderr for a command it does not know', async () => {
    const { exitCode, stdout, stderr } = await runQwen(home, { args: ['mcp', 'dance'] });
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'Unknown command: qwen mcp dance.\n' });
    expect(stdout).toContain('qwen mcp list');
  });
});

describe('no prompt', () => {
  it('is an error when stdin is empty', async () => {
    const { exitCode, stdout, stderr } = await runQwen(home, { args: [] });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toBe('No prompt: give one with -p or as an argument, or pipe it in on stdin.\n');
  });

  it('is an error object on stderr with -o json', async () => {
    const { exitCode, stdout, stderr } = await runQwen(home, { args: ['-o', 'json'] });
    expect({ exitCode, stdout, error: JSON.parse(stderr) }).toEqual({
      exitCode: 1,
      stdout: '',
      error: {
        error: {
          type: 'FatalInputError',
          message: 'No prompt: give one with -p or as an argument, or pipe it in on stdin.',
          code: 1,
        },
      },
    });
  });
});

it('refuses more than 16 MiB on stdin with exit code 42', async () => {
  const input = 'x'.repeat(16 * 1024 * 1024 + 1);
  const { exitCode, stdout, stderr } = await runQwen(home, { args: [], input });
  expect({ exitCode, stdout }).toEqual({ exitCode: 42, stdout: '' });
  expect(stderr).toContain('more than 16 MiB');
});

describe('configuration errors: exit 52', () => {
  it.each([['{"mcpServers":'], ['/nowhere/servers.json'], ['[]']])('--mcp-config %s', async (value) => {
    const { exitCode, stdout, stderr } = await runQwen(home, { args: ['-p', 'x', '--mcp-config', value] });
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({ exitCode: 52, stdout: '', lines: 2 });
    expect(stderr).toContain('mcp-config');
  });
});
