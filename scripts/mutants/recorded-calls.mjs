/** The tool, the journal and the freeze together: every unsafe call on record, every identical one held back. */
const RECORD = 'packages/core/src/tools/mcp-tool/call-record.ts';
const DELIVER = 'packages/core/src/tools/mcp-tool/deliver.ts';
const LOOP = 'packages/core/src/tools/mcp-tool/call-with-replay.ts';
const LOOP_TESTS = 'packages/core/src/tools/mcp-tool/call-with-replay.test.ts';
const CALL = 'packages/core/src/tools/mcp-tool/call-mcp-tool.ts';
const TOOL_TESTS = 'packages/core/src/tools/mcp-tool/unknown-outcomes.test.ts';
const KEY = 'packages/core/src/tools/mcp-tool/keyed-request.ts';

export const recordedCallMutants = [
  {
    name: 'record-intend-skipped',
    guard: 'an unsafe call has its intent on record before its first byte leaves',
    file: RECORD,
    find: 'return journal === undefined || isReplaySafe(delivery.facts) ? undefined : intend(journal, delivery);',
    replace: 'return undefined;',
    tests: {
      [LOOP_TESTS]: ['the journal has the intent before the first byte and the end after it'],
      [TOOL_TESTS]: ['a lost call is on record, and the same one is held back'],
    },
  },
  {
    name: 'record-refusal-ignored',
    guard: 'no intent on record, no call',
    file: DELIVER,
    find: "return { kind: 'no-record', error: refusal };",
    replace: '',
    tests: { [LOOP_TESTS]: ['no intent, no call'], [TOOL_TESTS]: ['without its record nothing is sent'] },
  },
  {
    name: 'record-of-a-safe-call',
    guard: 'a call that may be repeated costs no record',
    file: RECORD,
    find: ' || isReplaySafe(delivery.facts)',
    replace: '',
    tests: { [LOOP_TESTS]: ['the journal does not hear of a call that may be repeated'] },
  },
  {
    name: 'record-lost-as-answered',
    guard: 'the end on record is the end that the call had',
    file: RECORD,
    find: '?.settle(record.id, settlementOf(outcome))',
    replace: "?.settle(record.id, { ...settlementOf(outcome), result: 'answered' })",
    tests: { [LOOP_TESTS]: ['the journal has the intent before'], [TOOL_TESTS]: ['a lost call is on record'] },
  },
  {
    name: 'record-of-an-unknown-safe-call',
    guard: 'a call that was safe as it left, and whose outcome is unknown all the same, is put on record',
    file: RECORD,
    find: 'return put(journal, last, result);',
    replace: 'return undefined;',
    tests: {
      [LOOP_TESTS]: [
        'hears at the end of a call that might have been repeated',
        'idempotent, cancelled after it was sent',
      ],
    },
  },
  {
    name: 'freeze-not-asked',
    guard: 'the freeze is asked before each call',
    file: CALL,
    find: "if (freeze === undefined) return { kind: 'free' };",
    replace: "return { kind: 'free' };",
    tests: {
      [TOOL_TESTS]: [
        'a lost call is on record, and the same one is held back',
        'holds for a callable of a host as well',
      ],
    },
  },
  {
    name: 'freeze-answer-ignored',
    guard: 'a call that is held back is not sent',
    file: CALL,
    find: "if (held.kind === 'frozen' || held.kind === 'done' || held.kind === 'repeated') {",
    replace: 'if (false) {',
    tests: { [TOOL_TESTS]: ['a lost call is on record, and the same one is held back'] },
  },
  {
    name: 'freeze-exempt-not-rechecked',
    guard: 'a call that is let through as a read leaves only while its tool is one',
    file: LOOP,
    find: 'if (call.onlyAsRead !== undefined && attempt === 1 && !isReadOnlyCall(facts)) {',
    replace: 'if (false) {',
    tests: { [LOOP_TESTS]: ['this one may leave as a read alone is held back when this epoch says otherwise'] },
  },
  {
    name: 'trust-once-for-each-call',
    guard: 'trust is read afresh at every check within one call',
    file: CALL,
    find: 'trust: () => server.trust(),',
    replace: 'trust: ((first) => () => first)(server.trust()),',
    tests: {
      'packages/core/src/tools/mcp-tool/create-mcp-tool.test.ts': ['trust that goes during the reconnect'],
    },
  },
  {
    name: 'retry-with-another-key',
    guard: 'a repetition that a person decided on carries the same idempotency key',
    file: CALL,
    find: 'idempotencyKey: repeated?.idempotencyKey ?? randomUUID(),',
    replace: 'idempotencyKey: randomUUID(),',
    tests: { [TOOL_TESTS]: ['a yes is a repetition', 'a retry that a person asked for'] },
  },
  {
    name: 'retry-not-linked',
    guard: 'the record of a repetition points to the first',
    file: CALL,
    find: 'retryOf: repeated?.recordId,',
    replace: 'retryOf: undefined,',
    tests: { [TOOL_TESTS]: ['a yes is a repetition', 'a retry that a person asked for'] },
  },
  {
    name: 'key-new-for-each-replay',
    guard: 'the idempotency key of a call is the same in every replay',
    file: DELIVER,
    find: 'keyedRequest({ args, key, chosen,',
    replace: 'keyedRequest({ args, key: key + performance.now(), chosen,',
    tests: { [LOOP_TESTS]: ['the idempotency key is the same in every replay'] },
  },
  {
    name: 'key-over-the-model',
    guard: 'the key never takes the place of an argument of the model',
    file: KEY,
    find: 'if (Object.hasOwn(args, rule.argument)) return { args };',
    replace: '',
    tests: { [LOOP_TESTS]: ['never takes the place of an argument of the model'] },
  },
];
