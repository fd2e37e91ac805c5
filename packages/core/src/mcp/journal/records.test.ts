import { describe, expect, it } from 'vitest';
import { parseRecord, unreadableIntent } from './parse-record.js';
import { recordLine, type IntentRecord, type JournalRecord } from './records.js';

const AT = '2026-08-01T10:15:00.123Z';

const intent: IntentRecord = {
  v: 1,
  type: 'intent',
  id: 'mo_0123456789abcdef',
  at: AT,
  session: 'b7c0',
  workspace: '/home/me/shop',
  server: 'bank',
  tool: 'charge_card',
  epoch: 2,
  transport: 'stdio',
  annotations: { destructiveHint: true },
  server_trusted: true,
  workspace_trusted: false,
  arguments_digest: 'hmac-sha256:00ff',
  target: 'bank-server',
  call_id: 'call_1',
  idempotency_key: '5f0c',
  attempt: 1,
  retry_of: null,
};

describe('pins what stands on disk', () => {
  it.each<[string, JournalRecord, string]>([
    [
      'process',
      { v: 1, type: 'process', at: AT, pid: 42, started: 'm/b/n/1', qwen_version: '0.21.5', session: 'b7c0' },
      '{"v":1,"type":"process","at":"2026-08-01T10:15:00.123Z","pid":42,"started":"m/b/n/1","qwen_version":"0.21.5","session":"b7c0"}\n',
    ],
    [
      'intent',
      intent,
      '{"v":1,"type":"intent","id":"mo_0123456789abcdef","at":"2026-08-01T10:15:00.123Z","session":"b7c0",' +
        '"workspace":"/home/me/shop","server":"bank","tool":"charge_card","epoch":2,"transport":"stdio",' +
        '"annotations":{"destructiveHint":true},"server_trusted":true,"workspace_trusted":false,' +
        '"arguments_digest":"hmac-sha256:00ff","target":"bank-server","call_id":"call_1","idempotency_key":"5f0c",' +
        '"attempt":1,"retry_of":null}\n',
    ],
    [
      'settled',
      { v: 1, type: 'settled', id: 'mo_1', at: AT, result: 'lost', reach: 'unanswered', attempts: 1 },
      '{"v":1,"type":"settled","id":"mo_1","at":"2026-08-01T10:15:00.123Z","result":"lost","reach":"unanswered","attempts":1}\n',
    ],
    [
      'reconciled',
      { v: 1, type: 'reconciled', id: 'mo_1', at: AT, as: 'committed', note: 'seen in the ledger', by: 'me' },
      '{"v":1,"type":"reconciled","id":"mo_1","at":"2026-08-01T10:15:00.123Z","as":"committed","note":"seen in the ledger","by":"me"}\n',
    ],
  ])('%s', (_type, record, line) => {
    expect(recordLine(record)).toBe(line);
    expect(parseRecord(line.trimEnd())).toEqual({ kind: 'record', record });
  });
});

describe('reads what it can', () => {
  it.each<[string, string, unknown]>([
    ['nothing', '', { kind: 'corrupt' }],
    ['half a record', '{"v":1,"type":"settled","id":"mo_1","at":', { kind: 'corrupt' }],
    ['zeros that a power loss left', '\u0000\u0000\u0000', { kind: 'corrupt' }],
    ['a list', '[1]', { kind: 'corrupt' }],
    ['no type', '{"v":1,"id":"mo_1"}', { kind: 'corrupt' }],
    ['no id', '{"v":1,"type":"intent"}', { kind: 'corrupt' }],
    ['an id of another type', '{"v":1,"type":"intent","id":7}', { kind: 'corrupt' }],
    ['a later version', '{"v":2,"type":"intent","id":"mo_1"}', { kind: 'foreign' }],
    ['another type', '{"v":1,"type":"note","id":"mo_1"}', { kind: 'foreign' }],
    ['a type out of the prototype', '{"v":1,"type":"constructor","id":"mo_1"}', { kind: 'foreign' }],
    ['a result it does not know', '{"v":1,"type":"settled","id":"mo_1","result":"fine"}', { kind: 'corrupt' }],
    ['a verdict it does not know', '{"v":1,"type":"reconciled","id":"mo_1","as":"maybe"}', { kind: 'corrupt' }],
    [
      'no reach of an end: it may have run',
      '{"v":1,"type":"settled","id":"mo_1","at":"t","result":"cancelled","attempts":1}',
      {
        kind: 'record',
        record: { v: 1, type: 'settled', id: 'mo_1', at: 't', result: 'cancelled', reach: 'unanswered', attempts: 1 },
      },
    ],
    [
      'fields that are missing, of another type or not ours',
      '{"extra":{},"type":"intent","v":1,"id":"mo_1","server":5,"annotations":{"readOnlyHint":"true"},"server_trusted":"true","tool":"pay"}',
      { kind: 'record', record: { ...unreadableIntent('mo_1'), tool: 'pay' } },
    ],
  ])('%s', (_name, line, expected) => {
    expect(parseRecord(line)).toEqual(expected);
  });
});
