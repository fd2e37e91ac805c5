import { expect, it } from 'vitest';
import { display, recordLine, resultParts, usageMetadata, userParts, type RecordBody } from './records.js';

const stamp = {
  uuid: 'U2',
  parentUuid: 'U1',
  sessionId: 'S',
  timestamp: '2025-03-03T10:00:00.000Z',
  cwd: '/home/u/proj',
  version: '0.21.5',
  gitBranch: 'main',
};
const common =
  '{"uuid":"U2","parentUuid":"U1","sessionId":"S","timestamp":"2025-03-03T10:00:00.000Z","type":TYPE,"cwd":"/home/u/proj","version":"0.21.5","gitBranch":"main",';
const start = (type: string): string => common.replace('TYPE', type);

it.each<[what: string, body: RecordBody, line: string]>([
  [
    'what the user says',
    { type: 'user', provenance: 'real_user', message: { role: 'user', parts: userParts('hello') } },
    `${start('"user","provenance":"real_user"')}"message":{"role":"user","parts":[{"text":"hello"}]}}`,
  ],
  [
    'what the model says',
    {
      type: 'assistant',
      provenance: 'model',
      model: 'm',
      message: {
        role: 'model',
        parts: [
          { text: 'hm', thought: true },
          { text: 'Let me look.' },
          { functionCall: { id: 'c', name: 'look', args: { a: 1 } } },
          { functionCall: { id: 'd', name: 'look', args: {}, argumentsText: '{"a":' } },
        ],
      },
      usageMetadata: usageMetadata({
        inputTokens: 1,
        outputTokens: 2,
        reasoningTokens: 3,
        totalTokens: 4,
        cachedTokens: 5,
      }),
    },
    `${start('"assistant","provenance":"model"')}"model":"m","message":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"Let me look."},{"functionCall":{"id":"c","name":"look","args":{"a":1}}},{"functionCall":{"id":"d","name":"look","args":{},"argumentsText":"{\\"a\\":"}}]},"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"thoughtsTokenCount":3,"totalTokenCount":4,"cachedContentTokenCount":5}}`,
  ],
  [
    'the result of a call',
    {
      type: 'tool_result',
      provenance: 'tool',
      message: {
        role: 'user',
        parts: resultParts(
          { id: 'c', name: 'look' },
          { text: 'seen', media: [{ kind: 'image', data: 'AA', mimeType: 'image/png' }] },
        ),
      },
      toolCallResult: {
        callId: 'c',
        status: 'error',
        resultDisplay: 'seen',
        executionStatus: 'unknown',
        code: 'mcp_outcome_unknown',
        recordId: 'mo_1',
      },
    },
    `${start('"tool_result","provenance":"tool"')}"message":{"role":"user","parts":[{"functionResponse":{"id":"c","name":"look","response":{"output":"seen"}}},{"inlineData":{"mimeType":"image/png","data":"AA"}}]},"toolCallResult":{"callId":"c","status":"error","resultDisplay":"seen","executionStatus":"unknown","code":"mcp_outcome_unknown","recordId":"mo_1"}}`,
  ],
  [
    'arguments that were changed by whoever approved the call',
    {
      type: 'system',
      provenance: 'system',
      subtype: 'approved_arguments',
      systemPayload: { callId: 'c', args: { a: 2 } },
    },
    `${start('"system","provenance":"system"')}"subtype":"approved_arguments","systemPayload":{"callId":"c","args":{"a":2}}}`,
  ],
])('%s', (_what, body, line) => {
  expect(recordLine(stamp, body)).toBe(`${line}\n`);
});

it('names no branch outside a repository, and no parent for the first record', () => {
  const body: RecordBody = { type: 'user', provenance: 'real_user', message: { role: 'user', parts: [] } };
  expect(JSON.parse(recordLine({ ...stamp, parentUuid: null, gitBranch: undefined }, body))).toEqual({
    uuid: 'U2',
    parentUuid: null,
    sessionId: 'S',
    timestamp: '2025-03-03T10:00:00.000Z',
    type: 'user',
    provenance: 'real_user',
    cwd: '/home/u/proj',
    version: '0.21.5',
    message: { role: 'user', parts: [] },
  });
});

it('shows people the start of a long result', () => {
  expect(display('x'.repeat(2_000))).toBe('x'.repeat(2_000));
  expect(display('x'.repeat(2_001))).toBe(`${'x'.repeat(1_999)}…`);
});
