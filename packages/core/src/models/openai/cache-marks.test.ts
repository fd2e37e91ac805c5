import { describe, expect, it } from 'vitest';
import type { Message } from '../types.js';
import { resolveModel } from '../registry.js';
import { requestBody } from './request-body.js';

const MARK = { cache_control: { type: 'ephemeral' } };
const HOST = 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1';

const MESSAGES: readonly Message[] = [
  { role: 'system', text: 'be good' },
  { role: 'user', text: 'first' },
  { role: 'assistant', text: '', reasoning: '', toolCalls: [{ id: 'c', name: 'look', argumentsJson: '{}' }] },
  { role: 'tool', callId: 'c', name: 'look', text: 'seen' },
  { role: 'assistant', text: 'Done.', reasoning: '', toolCalls: [] },
  { role: 'user', text: 'second' },
];

function contentsAt(baseUrl: string, generationConfig: object = {}, messages = MESSAGES): unknown {
  const flags = { model: 'qwen3-max', openaiApiKey: 'k', openaiBaseUrl: baseUrl };
  const choice = resolveModel({ flags, settings: { model: { generationConfig } }, env: {} });
  const body = requestBody(choice, messages, []) as { messages: readonly { content: unknown }[] };
  return body.messages.map(({ content }) => content);
}

const PLAIN = ['be good', 'first', null, [{ type: 'text', text: 'seen' }], 'Done.', 'second'];

describe('marks for the prompt cache', () => {
  it('stand on the system prompt and the newest two messages from our side', () => {
    expect(contentsAt(HOST)).toEqual([
      [{ type: 'text', text: 'be good', ...MARK }],
      'first',
      null,
      [{ type: 'text', text: 'seen', ...MARK }],
      'Done.',
      [{ type: 'text', text: 'second', ...MARK }],
    ]);
  });

  it.each([
    ['https://dashscope.aliyuncs.com/compatible-mode/v1', true],
    ['https://dashscope-us.aliyuncs.com/compatible-mode/v1', true],
    ['https://coding.dashscope.aliyuncs.com/v1', true],
    ['https://coding-intl.dashscope.aliyuncs.com/v1', true],
    ['https://dashscope.aliyuncs.com.evil.test/v1', false],
    ['https://notdashscope.aliyuncs.com/v1', false],
    ['https://api.openai.com/v1', false],
    ['http://127.0.0.1:8000/v1', false],
  ])('at %s: %s', (baseUrl, are) => {
    expect(JSON.stringify(contentsAt(baseUrl)).includes('cache_control')).toBe(are);
  });

  it('are left out where the settings say so', () => {
    expect(contentsAt(HOST, { enableCacheControl: false })).toEqual(PLAIN);
  });

  it('leave a tool result as text where the server takes no parts', () => {
    const [, , , tool] = contentsAt(HOST, { toolResultContentFormat: 'string' }) as unknown[];
    expect(tool).toBe('seen');
  });

  it('stand on the last part of a message with several, and on none that is empty', () => {
    const media = [{ kind: 'image', data: 'AA', mimeType: 'image/png' }] as const;
    const messages: readonly Message[] = [
      { role: 'user', text: 'first' },
      { role: 'user', text: 'look', media },
      { role: 'user', text: '' },
    ];
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' }, ...MARK };
    expect(contentsAt(HOST, { modalities: { image: true } }, messages)).toEqual([
      [{ type: 'text', text: 'first', ...MARK }],
      [{ type: 'text', text: 'look' }, image],
      '',
    ]);
  });
});
