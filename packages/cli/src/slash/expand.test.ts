import { expect, it } from 'vitest';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { expand, typedCommand, type ExpandPorts } from './expand.js';
import { answer, type SlashCommand } from './types.js';

const command = (name: string, ...aliases: string[]): SlashCommand => ({
  name,
  aliases,
  description: '',
  source: 'built-in',
  usage: '',
  run: (args) => Promise.resolve(answer(`${name} got ${JSON.stringify(args)}`)),
});
const COMMANDS: readonly SlashCommand[] = [
  { ...command('bad'), run: () => Promise.reject(new QwenError('usage', 'It was bad.')) },
  command('status', 'about'),
  command('git:commit'),
];

const ports: ExpandPorts = {
  commands: COMMANDS,
  disabled: new Set(['off']),
  signal: new AbortController().signal,
  references: (text) =>
    text === '@gone' ? Promise.reject(new QwenError('usage', 'It is gone.')) : Promise.resolve({ text }),
};

it.each([
  ['/mcp', { name: 'mcp', args: '' }],
  ['  /compress now ', { name: 'compress', args: 'now' }],
  ['/git:commit a\nb', { name: 'git:commit', args: 'a\nb' }],
  ['/usr/bin/env is what?', undefined],
  ['what does /mcp do?', undefined],
  ['/', undefined],
  ['', undefined],
])('%j calls %j', (text, expected) => {
  expect(typedCommand(text)).toEqual(expected);
});

it.each([
  ['/status  x ', answer('status got "x"')],
  ['/about', answer('status got ""')],
  ['/git:commit', answer('git:commit got ""')],
  ['/mcp list', { kind: 'refused', shown: '/mcp is not supported in this mode.' }],
  ['/unknown thing', { kind: 'prompt', input: { text: '/unknown thing' } }],
  ['/mcp.json is broken', { kind: 'prompt', input: { text: '/mcp.json is broken' } }],
  ['/off now', { kind: 'refused', shown: '/off is switched off (slashCommands.disabled).' }],
  ['/bad', { kind: 'refused', shown: 'It was bad.' }],
  ['@gone', { kind: 'refused', shown: 'It is gone.' }],
  ['plain', { kind: 'prompt', input: { text: 'plain' } }],
])('%j becomes %j', async (text, expected) => {
  expect(await expand(text, ports)).toEqual(expected);
});
