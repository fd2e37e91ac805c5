/** The outcome journal: nothing unsafe leaves unrecorded, and nothing unknown is forgotten. */
const CREATE = 'packages/core/src/mcp/journal/create-journal.ts';
const CREATE_TESTS = 'packages/core/src/mcp/journal/create-journal.test.ts';
const FILE = 'packages/core/src/mcp/journal/journal-file.ts';
const APPEND = 'packages/core/src/mcp/journal/append.ts';
const OUTCOME = 'packages/core/src/mcp/journal/outcome.ts';
const OUTCOME_TESTS = 'packages/core/src/mcp/journal/outcome.test.ts';
const DIGEST = 'packages/core/src/mcp/journal/digest.ts';
const CANONICAL = 'packages/core/src/mcp/journal/canonical-json.ts';
const DIGEST_TESTS = 'packages/core/src/mcp/journal/digest.test.ts';
const IDENTITY = 'packages/core/src/mcp/journal/process-identity.ts';
const IDENTITY_TESTS = 'packages/core/src/mcp/journal/process-identity.test.ts';
const READ_TESTS = 'packages/core/src/mcp/journal/read.test.ts';
const PRUNE = 'packages/core/src/mcp/journal/prune.ts';
const PRUNE_TESTS = 'packages/core/src/mcp/journal/prune.test.ts';

export const journalMutants = [
  {
    name: 'journal-intent-not-written',
    guard: 'an intent is written before the call may leave',
    file: CREATE,
    find: 'await append(line, true, NOT_SENT);',
    replace: '',
    tests: { [CREATE_TESTS]: ['writes the process and the first intent', 'no record, no call ENOSPC'] },
  },
  {
    name: 'journal-intent-not-synced',
    guard: 'an intent is on disk, not only written, before the call may leave',
    file: CREATE,
    find: 'await append(line, true, NOT_SENT);',
    replace: 'await append(line, false, NOT_SENT);',
    tests: { [CREATE_TESTS]: ['syncs an intent once, and an end never'] },
  },
  {
    name: 'journal-sync-skipped',
    guard: 'a durable write is synced',
    file: FILE,
    find: 'if (durable) await handle.sync();',
    replace: '',
    tests: { [CREATE_TESTS]: ['syncs an intent once, and an end never', 'a sync that fails leaves no intent behind'] },
  },
  {
    name: 'journal-full-disk-ignored',
    guard: 'a call whose intent can not be written is refused',
    file: CREATE,
    find: 'busyWith.delete(record.id);\n        throw error;',
    replace: 'busyWith.delete(record.id);',
    tests: { [CREATE_TESTS]: ['no record, no call'] },
  },
  {
    name: 'journal-half-line-left',
    guard: 'what a failed write left in the file is cut off',
    file: FILE,
    find: 'await handle.truncate(size).catch(() => {});',
    replace: '',
    tests: { [CREATE_TESTS]: ['half a line that a full disk took is cut off again'] },
  },
  {
    name: 'journal-vanished-file',
    guard: 'a record in a file that was deleted is written again to a new one',
    file: APPEND,
    find: 'if (await known.isThere()) {',
    replace: 'if (known !== undefined) {',
    tests: {
      [CREATE_TESTS]: ['is made again, with the calls that are still out', 'does not take the end of a call with it'],
    },
  },
  {
    name: 'journal-owed-end-dropped',
    guard: 'an end that could not be written goes out with the next record',
    file: CREATE,
    find: 'owed.set(id, line);',
    replace: 'void line;',
    tests: { [CREATE_TESTS]: ['an end that could not be written goes out with the next record'] },
  },
  {
    name: 'journal-lost-as-settled',
    guard: 'a lost call is unknown',
    file: OUTCOME,
    find: "case 'lost':\n      return true;",
    replace: "case 'lost':\n      return false;",
    tests: {
      [OUTCOME_TESTS]: ['state lost', 'an end is open unless'],
      [READ_TESTS]: ['merges what several processes say'],
    },
  },
  {
    name: 'journal-cancelled-as-settled',
    guard: 'a call that was cancelled or timed out after it left is unknown',
    file: OUTCOME,
    find: "return reach !== 'unsent';",
    replace: 'return false;',
    tests: { [OUTCOME_TESTS]: ['an end is open unless'] },
  },
  {
    name: 'journal-dead-process-in-flight',
    guard: 'an intent that a dead process left open is unknown',
    file: OUTCOME,
    find: "settled === undefined && running ? 'in_flight'",
    replace: "settled === undefined ? 'in_flight'",
    tests: {
      [OUTCOME_TESTS]: ['left open by a dead process'],
      [READ_TESTS]: ['an intent without an end of a dead process'],
    },
  },
  {
    name: 'journal-verdict-over-answer',
    guard: 'an answer is a fact that no verdict overrules',
    file: OUTCOME,
    find: "if (settled !== undefined && !isOpenEnd(settled)) return 'settled';\n  const last = reconciled.at(-1)?.as;\n  if (last === 'committed' || last === 'not_committed') return last;",
    replace:
      "const last = reconciled.at(-1)?.as;\n  if (last === 'committed' || last === 'not_committed') return last;\n  if (settled !== undefined && !isOpenEnd(settled)) return 'settled';",
    tests: { [OUTCOME_TESTS]: ['an answer beats a verdict'] },
  },
  {
    name: 'journal-pid-alone',
    guard: 'a later process with the same number is another process',
    file: IDENTITY,
    find: "startOf(pid) === start.join('/')",
    replace: 'startOf(pid) !== undefined',
    tests: { [IDENTITY_TESTS]: ['is not taken in by a later process with the same number'] },
  },
  {
    name: 'journal-digest-without-key',
    guard: 'the digest can not be made without the key of the user',
    file: DIGEST,
    find: "createHmac('sha256', key)",
    replace: "createHmac('sha256', key.length > 0 ? 'qwen' : key)",
    tests: { [DIGEST_TESTS]: ['depends on the key, and not on the arguments alone'] },
  },
  {
    name: 'journal-keeps-arguments',
    guard: 'no value of an argument is on disk',
    file: DIGEST,
    find: "`hmac-sha256:${createHmac('sha256', key).update(canonicalJson(args)).digest('hex')}`",
    replace: '`hmac-sha256:${createHmac === undefined || key}${canonicalJson(args)}`',
    tests: { [CREATE_TESTS]: ['keeps no value of an argument'] },
  },
  {
    name: 'journal-digest-by-spelling',
    guard: 'the order of keys does not make another call',
    file: CANONICAL,
    find: '.sort(([a], [b]) => (a < b ? -1 : 1))',
    replace: '',
    tests: { [DIGEST_TESTS]: ['keys in another order'] },
  },
  {
    name: 'journal-prunes-unknown',
    guard: 'pruning never drops a call that is not reconciled',
    file: PRUNE,
    find: "if (state === 'unknown' || state === 'in_flight') return false;",
    replace: '',
    tests: { [PRUNE_TESTS]: ['keeps every other lost', 'keeps every other left open', 'still unknown'] },
  },
];
