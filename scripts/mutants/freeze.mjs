/** An identical call is held back while one is unknown, and only a person's verdict lifts that. */
const FREEZE = 'packages/core/src/mcp/reconcile/freeze.ts';
const FREEZE_TESTS = 'packages/core/src/mcp/reconcile/freeze.test.ts';
const GUARD = 'packages/core/src/mcp/reconcile/freeze-guard.ts';
const GUARD_TESTS = 'packages/core/src/mcp/reconcile/freeze-guard.test.ts';
const VERDICT = 'packages/core/src/mcp/reconcile/verdict.ts';
const VERDICT_TESTS = 'packages/core/src/mcp/reconcile/verdict.test.ts';
const RECONCILE = 'packages/core/src/mcp/reconcile/reconcile.ts';
const RECONCILE_TESTS = 'packages/core/src/mcp/reconcile/reconcile.test.ts';
const QUESTIONS = 'packages/cli/src/headless/control/host-questions.ts';
const QUESTIONS_TESTS = 'packages/cli/src/headless/control/host-questions.test.ts';

export const freezeMutants = [
  {
    name: 'freeze-skipped',
    guard: 'a call is held back while an identical one is unknown',
    file: FREEZE,
    find: "return { kind: facts.readOnly ? 'exempt' : setting, record };",
    replace: "return { kind: 'free' };",
    tests: {
      [FREEZE_TESTS]: [
        'an identical call is unknown ask, read-only false',
        'an identical call is unknown block, read-only false',
      ],
      [GUARD_TESTS]: ['the same call of this process, and of every other one of the workspace'],
    },
  },
  {
    name: 'freeze-nobody-to-ask',
    guard: 'where nobody can be asked, the call is refused',
    file: GUARD,
    find: "if (kind === 'block' || askFrozen === undefined) return { kind: 'frozen', recordId };",
    replace:
      "if (askFrozen === undefined) return FREE;\n      if (kind === 'block') return { kind: 'frozen', recordId };",
    tests: { [GUARD_TESTS]: ['nobody to ask: refused'] },
  },
  {
    name: 'freeze-block-asks',
    guard: 'block is not lifted by an answer',
    file: GUARD,
    find: "kind === 'block' || askFrozen === undefined",
    replace: 'askFrozen === undefined',
    tests: { [GUARD_TESTS]: ['block, whoever could be asked: refused'] },
  },
  {
    name: 'freeze-any-answer-sends',
    guard: 'only a plain yes sends the call',
    file: GUARD,
    find: "if (answer !== 'send') return",
    replace: "if (answer === 'refuse') return",
    tests: { [GUARD_TESTS]: ['an answer that is none: refused'] },
  },
  {
    name: 'freeze-failed-question-sends',
    guard: 'a question that fails is a no',
    file: GUARD,
    find: "return 'refuse';",
    replace: "return 'send';",
    tests: { [GUARD_TESTS]: ['a question that fails: refused'] },
  },
  {
    name: 'freeze-unreadable-is-free',
    guard: 'what can not be read keeps the call back',
    file: GUARD,
    find: 'await held(call).catch(',
    replace: '(await held(call).catch(() => undefined)) ?? await Promise.resolve(undefined).catch(',
    tests: { [GUARD_TESTS]: ['is never guessed: what can not be read keeps'] },
  },
  {
    name: 'freeze-two-answers-send-twice',
    guard: 'two questions about one call that are open at once have it sent once',
    file: GUARD,
    find: 'releasesOf(recordId) > releasedBefore || ',
    replace: '',
    tests: { [GUARD_TESTS]: ['lets one of two questions about one call have it sent, whatever both answer'] },
  },
  {
    name: 'freeze-others-retry-ignored',
    guard: 'a call that was sent again while it was asked about is not sent once more',
    file: GUARD,
    find: 'retriesOf(outcomes, recordId) > retries',
    replace: 'false',
    tests: { [GUARD_TESTS]: ['counts when another process sent it again'] },
  },
  {
    name: 'freeze-others-verdict-ignored',
    guard: 'a call that was found to be carried out while it was asked about is not sent again',
    file: GUARD,
    find: "?.state === 'committed') return",
    replace: '?.state === undefined) return',
    tests: { [GUARD_TESTS]: ['counts when somebody found elsewhere that it was carried out'] },
  },
  {
    name: 'freeze-another-key',
    guard: 'a repetition that a person decided on carries the key of the first call',
    file: GUARD,
    find: 'idempotencyKey: outcome.intent.idempotency_key',
    replace: 'idempotencyKey: outcome.intent.call_id',
    tests: { [GUARD_TESTS]: ['shows the record, and sends again with its key'] },
  },
  {
    name: 'freeze-laxer-project',
    guard: 'a project can only make the freeze stricter',
    file: FREEZE,
    find: 'strictness.indexOf(one) >= strictness.indexOf(other)',
    replace: 'strictness.indexOf(one) < strictness.indexOf(other)',
    tests: { [FREEZE_TESTS]: ['lets a project be stricter than its user, never laxer'] },
  },
  {
    name: 'verdict-on-a-running-call',
    guard: 'a call that is still out can not be judged',
    file: VERDICT,
    find: "in_flight: forAll(refused('in-flight')),",
    replace: 'in_flight: forAll(ALLOWED),',
    tests: { [VERDICT_TESTS]: ['in_flight'], [RECONCILE_TESTS]: ['a call that is still out'] },
  },
  {
    name: 'verdict-not-asked',
    guard: 'a verdict that makes no sense is not written',
    file: RECONCILE,
    find: "if (check.kind === 'refused') return { ...check, outcome };",
    replace: '',
    tests: { [RECONCILE_TESTS]: ['refuses, and writes nothing'] },
  },
  {
    name: 'retry-while-unknown',
    guard: 'a call is sent again by a person only once it is known that it did not happen',
    file: VERDICT,
    find: "state === 'not_committed';",
    replace: "state === 'not_committed' || state === 'unknown';",
    tests: { [VERDICT_TESTS]: ['allows a retry after not_committed alone'] },
  },
  {
    name: 'freeze-lifted-by-allow-all',
    guard: 'a program that allows whatever it is asked does not lift a freeze by that',
    file: QUESTIONS,
    find: "return chosen === SEND ? 'send' : 'refuse';",
    replace: "return chosen === SEND || answer.kind === 'allow' ? 'send' : 'refuse';",
    tests: { [QUESTIONS_TESTS]: ['a frozen call after a host that allows whatever it is asked'] },
  },
];
