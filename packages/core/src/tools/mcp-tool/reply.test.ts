import { describe, expect, it } from 'vitest';
import { noDebugLog } from '../../shared/debug-log.js';
import { DEFAULT_TEXT_LIMIT } from '../../shared/text-limit.js';
import type { ToolResult } from '../types.js';
import { replyToResult } from './reply.js';

const output = { limit: DEFAULT_TEXT_LIMIT, saveOutput: async () => 'unused', debug: noDebugLog };
const render = (result: unknown): Promise<ToolResult> => replyToResult({ kind: 'result', result }, output);
const text = (value: string) => ({ type: 'text', text: value });
const PIXEL = 'iVBORw0KGgo=';

describe('a result', () => {
  it.each<[string, unknown, ToolResult]>([
    ['text', { content: [text('one'), text('two')] }, { status: 'ok', text: 'one\ntwo' }],
    [
      'an image, kept whole',
      { content: [text('see'), { type: 'image', data: PIXEL, mimeType: 'image/png' }] },
      {
        status: 'ok',
        text: 'see\n[image: image/png, 8 bytes]',
        media: [{ kind: 'image', data: PIXEL, mimeType: 'image/png' }],
      },
    ],
    [
      'audio',
      { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] },
      {
        status: 'ok',
        text: '[audio: audio/wav, 3 bytes]',
        media: [{ kind: 'audio', data: 'AAAA', mimeType: 'audio/wav' }],
      },
    ],
    [
      'an embedded text',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'inside' } }] },
      { status: 'ok', text: 'inside' },
    ],
    [
      'an embedded picture',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'image/png', blob: PIXEL } }] },
      {
        status: 'ok',
        text: '[image: image/png, 8 bytes]',
        media: [{ kind: 'image', data: PIXEL, mimeType: 'image/png' }],
      },
    ],
    [
      'an embedded blob',
      {
        content: [{ type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob: 'AAAA' } }],
      },
      { status: 'ok', text: '[resource file:///a.zip: application/zip, 3 bytes]' },
    ],
    [
      'a link to a resource',
      { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a', title: 'Report', description: 'of May' }] },
      { status: 'ok', text: 'Resource Link: Report at file:///a (of May)' },
    ],
    [
      'a link without a title',
      { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a' }] },
      { status: 'ok', text: 'Resource Link: a at file:///a' },
    ],
    [
      'structured content beside its text',
      { content: [text('{"a":1}')], structuredContent: { a: 1 } },
      { status: 'ok', text: '{"a":1}', structured: { a: 1 } },
    ],
    [
      'structured content alone',
      { content: [], structuredContent: { a: 1 } },
      { status: 'ok', text: '{"a":1}', structured: { a: 1 } },
    ],
    ['structured content and no list', { structuredContent: [1] }, { status: 'ok', text: '[1]', structured: [1] }],
    ['the result of protocol 2024-10-07', { toolResult: { a: 1 } }, { status: 'ok', text: '{"a":1}' }],
    ['nothing', { content: [] }, { status: 'ok', text: 'The MCP tool completed and returned no output.' }],
    [
      'blank text',
      { content: [text(' \n')] },
      { status: 'ok', text: 'The MCP tool completed and returned no output.' },
    ],
  ])('%s', async (_name, result, expected) => {
    expect(await render(result)).toEqual(expected);
  });
});

describe('RB-10 the tool says that it failed: its own words, without the arguments', () => {
  it.each<[string, unknown, ToolResult]>([
    ['isError true', { content: [text('no such user')], isError: true }, { status: 'error', text: 'no such user' }],
    ['isError "true"', { content: [text('no such user')], isError: 'true' }, { status: 'error', text: 'no such user' }],
    ['isError false', { content: [text('fine')], isError: false }, { status: 'ok', text: 'fine' }],
    ['isError "false"', { content: [text('fine')], isError: 'false' }, { status: 'ok', text: 'fine' }],
    [
      'isError and nothing else',
      { isError: true },
      { status: 'error', text: 'The MCP tool reported an error and said nothing about it.' },
    ],
    [
      'isError with structured content',
      { content: [], structuredContent: { reason: 'x' }, isError: true },
      { status: 'error', text: '{"reason":"x"}', structured: { reason: 'x' } },
    ],
  ])('%s', async (_name, result, expected) => {
    expect(await render(result)).toEqual(expected);
  });

  it.each<[string, { code: number; message: string }, string]>([
    ['a message', { code: -32602, message: 'amount must be positive' }, 'amount must be positive'],
    [
      'B30 a message that looks like a lost connection',
      { code: -32000, message: 'Connection closed' },
      'Connection closed',
    ],
    ['no message', { code: -32603, message: '' }, 'The MCP tool failed with error -32603 and no message.'],
  ])('JSON-RPC error with %s', async (_name, error, expected) => {
    expect(await replyToResult({ kind: 'error', ...error }, output)).toEqual({ status: 'error', text: expected });
  });
});

describe('what is not as the specification says', () => {
  const unreadable = 'The MCP tool completed, but its result has no content that can be read.';
  it.each<[string, unknown, string]>([
    ['a number for a result', 5, unreadable],
    ['null', null, unreadable],
    ['a list', [text('x')], unreadable],
    ['an empty object', {}, unreadable],
    ['content that is no list', { content: 'text' }, unreadable],
    [
      'an unknown kind',
      { content: [{ type: 'hologram', data: 'x' }] },
      '[content of a kind that is not known: hologram]',
    ],
    [
      'a kind that is an object key',
      { content: [{ type: 'constructor' }] },
      '[content of a kind that is not known: constructor]',
    ],
    ['no kind', { content: [{ text: 'x' }] }, '[content of a kind that is not known: a undefined]'],
    ['text without text', { content: [{ type: 'text' }] }, '[text content without its data]'],
    [
      'an image without data',
      { content: [{ type: 'image', mimeType: 'image/png' }] },
      '[image content without its data]',
    ],
    ['a resource without one', { content: [{ type: 'resource' }] }, '[resource content without its data]'],
    [
      'a resource with nothing in it',
      { content: [{ type: 'resource', resource: { uri: 'a' } }] },
      '[resource content without its data]',
    ],
    [
      'a link without an address',
      { content: [{ type: 'resource_link', name: 'a' }] },
      '[resource_link content without its data]',
    ],
    [
      'blocks that are no blocks',
      { content: [null, 'x'] },
      '[content that is no MCP content block]\n[content that is no MCP content block]',
    ],
  ])('%s', async (_name, result, expected) => {
    expect(await render(result)).toEqual({ status: 'ok', text: expected });
  });
});

describe('B75 large results', () => {
  const saving = () => {
    const saved: string[] = [];
    const saveOutput = async (whole: string): Promise<string> => {
      saved.push(whole);
      return '/out/1.txt';
    };
    return { saved, options: { ...output, saveOutput } };
  };

  it('5 MB of text is cut, and kept whole in a file', async () => {
    const { saved, options } = saving();
    const whole = `begin ${'x'.repeat(5_000_000)} end`;
    const result = await replyToResult({ kind: 'result', result: { content: [text(whole)] } }, options);
    expect(saved).toEqual([whole]);
    expect(result.text.length).toBeLessThan(25_200);
    expect(result.text).toMatch(
      /^begin x+\n\.\.\. \[4975010 characters left out\] \.\.\.\nx+ end\n\n\[The whole output \(5000010 characters\) is in \/out\/1\.txt\]$/,
    );
  });

  it('20000 short lines are cut by lines', async () => {
    const { saved, options } = saving();
    const whole = Array.from({ length: 20_000 }, (_, index) => String(index)).join('\n');
    const { text: shown } = await replyToResult({ kind: 'result', result: { content: [text(whole)] } }, options);
    expect(saved).toEqual([whole]);
    const lines = shown.split('\n');
    expect(lines.slice(0, 500)).toEqual(whole.split('\n').slice(0, 500));
    expect(lines.slice(-502)).toEqual([
      ...whole.split('\n').slice(-500),
      '',
      `[The whole output (${whole.length} characters) is in /out/1.txt]`,
    ]);
    expect(lines).toHaveLength(1_003);
  });

  it('text at the limit is passed on as it is', async () => {
    const { saved, options } = saving();
    const whole = 'x'.repeat(25_000);
    expect(await replyToResult({ kind: 'result', result: { content: [text(whole)] } }, options)).toEqual({
      status: 'ok',
      text: whole,
    });
    expect(saved).toEqual([]);
  });

  it('a 3 MB image is kept whole', async () => {
    const { saved, options } = saving();
    const data = 'A'.repeat(4_000_000);
    const result = await replyToResult(
      { kind: 'result', result: { content: [{ type: 'image', data, mimeType: 'image/png' }] } },
      options,
    );
    expect(result).toEqual({
      status: 'ok',
      text: '[image: image/png, 3000000 bytes]',
      media: [{ kind: 'image', data, mimeType: 'image/png' }],
    });
    expect(saved).toEqual([]);
  });

  it('a file that can not be written is said so', async () => {
    const options = { ...output, saveOutput: () => Promise.reject(new Error('disk full')) };
    const { text: shown } = await replyToResult(
      { kind: 'result', result: { content: [text('x'.repeat(30_000))] } },
      options,
    );
    expect(shown).toContain('[The whole output (30000 characters) could not be saved]');
  });

  it('a cut never leaves half a character', async () => {
    const { options } = saving();
    const whole = `x${'😀'.repeat(20_000)}`;
    const { text: shown } = await replyToResult(
      { kind: 'result', result: { content: [text(whole)] } },
      { ...options, limit: { maxChars: 1_000, maxLines: 1_000 } },
    );
    expect(shown).toBe(Buffer.from(shown, 'utf8').toString('utf8'));
  });

  it('the error of a tool is cut as well', async () => {
    const { saved, options } = saving();
    const whole = 'e'.repeat(30_000);
    const result = await replyToResult({ kind: 'error', code: -32603, message: whole }, options);
    expect([result.status, saved]).toEqual(['error', [whole]]);
    expect(result.text.length).toBeLessThan(25_200);
  });
});
