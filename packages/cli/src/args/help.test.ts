import { expect, it } from 'vitest';
import { helpText } from './help.js';

const optionsIn = (text: string): string[] => [...text.matchAll(/^ +(?:-\w, +)?(--[\w-]+)/gm)].map(([, name]) => name!);

it('keeps the short help to what people use every day', () => {
  expect(optionsIn(helpText('short'))).toEqual([
    '--model',
    '--fallback-model',
    '--prompt',
    '--output-format',
    '--approval-mode',
    '--yolo',
    '--continue',
    '--resume',
    '--safe-mode',
    '--prompt-interactive',
    '--debug',
    '--version',
    '--help',
  ]);
});

it('lists every working option in the full help, and no other', () => {
  expect(optionsIn(helpText('full'))).toEqual([
    '--model',
    '--fallback-model',
    '--prompt',
    '--output-format',
    '--approval-mode',
    '--yolo',
    '--allowed-tools',
    '--exclude-tools',
    '--core-tools',
    '--allowed-mcp-server-names',
    '--mcp-config',
    '--max-session-turns',
    '--max-wall-time',
    '--max-tool-calls',
    '--max-subagent-depth',
    '--json-schema',
    '--system-prompt',
    '--append-system-prompt',
    '--include-directories',
    '--include-partial-messages',
    '--input-format',
    '--openai-api-key',
    '--openai-logging',
    '--openai-logging-dir',
    '--proxy',
    '--insecure',
    '--openai-base-url',
    '--auth-type',
    '--continue',
    '--resume',
    '--session-id',
    '--fork-session',
    '--chat-recording',
    '--bare',
    '--safe-mode',
    '--disabled-slash-commands',
    '--prompt-interactive',
    '--screen-reader',
    '--json-fd',
    '--json-file',
    '--input-file',
    '--debug',
    '--version',
    '--help',
  ]);
});

it('names the commands of qwen mcp', () => {
  expect(helpText('short').match(/qwen mcp \w+/g)).toEqual([
    'qwen mcp add',
    'qwen mcp remove',
    'qwen mcp list',
    'qwen mcp reconnect',
    'qwen mcp approve',
    'qwen mcp reject',
    'qwen mcp inventory',
    'qwen mcp canary',
    'qwen mcp outcomes',
    'qwen mcp gates',
  ]);
});
