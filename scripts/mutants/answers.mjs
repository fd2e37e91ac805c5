/** What is an answer, what is a loss, and what is said of it. */
const ATTEMPT = 'packages/core/src/tools/mcp-tool/attempt.ts';
const LOOP_TESTS = 'packages/core/src/tools/mcp-tool/call-with-replay.test.ts';
const CLASSIFY = 'packages/core/src/mcp/loss/classify.ts';
const CLASSIFY_TESTS = 'packages/core/src/mcp/loss/classify.test.ts';
const THROWN = 'packages/core/src/mcp/loss/thrown.ts';
const THROWN_TESTS = 'packages/core/src/mcp/loss/thrown.test.ts';
const RESULT = 'packages/core/src/tools/mcp-tool/outcome-result.ts';
const TEXT_TESTS = 'packages/core/src/tools/mcp-tool/texts.test.ts';
const MEMORY = 'packages/core/src/scheduler/call-memory.ts';
const MEMORY_TESTS = 'packages/core/src/scheduler/call-memory.test.ts';

export const answerMutants = [
  {
    name: 'answered-error-as-lost',
    guard: 'a JSON-RPC error is an answer, whatever its code',
    file: ATTEMPT,
    find: "if (reply !== undefined) return { kind: 'answered', reply };",
    replace:
      "if (reply?.kind === 'error') return { kind: 'lost', reach, cause: error };\n  if (reply !== undefined) return { kind: 'answered', reply };",
    tests: { [LOOP_TESTS]: ['RB-04 JSON-RPC error'] },
  },
  {
    name: 'answered-is-error-as-lost',
    guard: 'isError is an answer, also of a safe tool',
    file: ATTEMPT,
    find: "if (reply !== undefined) return { kind: 'answered', reply };",
    replace:
      "if (JSON.stringify(reply ?? {}).includes('\"isError\":')) return { kind: 'lost', reach, cause: error };\n  if (reply !== undefined) return { kind: 'answered', reply };",
    tests: { [LOOP_TESTS]: ['RB-10 isError', 'B43 a replay that ends in isError'] },
  },
  {
    name: 'answered-in-other-words-as-lost',
    guard: "a peer's error that is worded like a loss is an answer",
    file: THROWN,
    find: 'text === CLOSED.text && ',
    replace: '',
    tests: { [THROWN_TESTS]: ['one with the SDK’s code for a close, in other words'] },
  },
  {
    name: 'lost-by-its-text',
    guard: 'the text of an error from the peer decides nothing',
    file: THROWN,
    find: '?? fromText(error) ??',
    replace: '?? undefined ??',
    tests: { [THROWN_TESTS]: ['socket hang up', 'RB-01 transport closed'] },
  },
  {
    name: 'peer-error-as-nothing',
    guard: 'an error in the JSON-RPC range is an answer of the peer',
    file: THROWN,
    find: "if (name !== 'McpError' && !isJsonRpcCode(code)) return undefined;",
    replace: "if (name !== 'McpError') return undefined;",
    tests: { [THROWN_TESTS]: ['an error in the JSON-RPC range from another library'] },
  },
  {
    name: 'abort-as-lost',
    guard: 'an abort that meets a loss counts as an abort',
    file: CLASSIFY,
    find: "if (aborted) return { kind: 'cancelled', reach, cause };",
    replace: '',
    tests: { [CLASSIFY_TESTS]: ['RB-13 an abort beats'], [LOOP_TESTS]: ['B25 RB-13 cancel and death in one moment'] },
  },
  {
    name: 'timeout-as-lost',
    guard: 'a timeout that meets a loss counts as a timeout',
    file: CLASSIFY,
    find: 'if (expired !== undefined)',
    replace: 'if (expired !== undefined && !gone)',
    tests: { [CLASSIFY_TESTS]: ['a clock beats a loss'] },
  },
  {
    name: 'local-fault-as-lost',
    guard: 'a local fault says nothing of the connection',
    file: CLASSIFY,
    find: "return { kind: 'failed', reach, cause };",
    replace: "return { kind: 'lost', reach, cause };",
    tests: { [CLASSIFY_TESTS]: ['a local fault before sending', 'a local fault after sending'] },
  },
  {
    name: 'cancelled-claims-not-done',
    guard: 'a call that was cancelled after it left never claims that it did not run',
    file: RESULT,
    find: 'TEXTS.cancelledSent',
    replace: 'TEXTS.cancelled',
    tests: { [TEXT_TESTS]: ['pins the result of every end'] },
  },
  {
    name: 'timed-out-claims-repeatable',
    guard: 'a timeout of anything but a read is told as an unknown outcome',
    file: RESULT,
    find: 'TEXTS.timedOutUnknown',
    replace: 'TEXTS.timedOutReadOnly',
    tests: { [TEXT_TESTS]: ['pins the result of every end'] },
  },
  {
    name: 'duplicate-in-one-message',
    guard: 'one call sent twice by the provider runs once',
    file: MEMORY,
    find: 'if (message === entry.message) return true;',
    replace: 'if (message === entry.message) return false;',
    tests: { [MEMORY_TESTS]: ['same id and arguments in one message'] },
  },
  {
    name: 'duplicate-in-a-later-message',
    guard: 'an MCP call that comes again under its id is not run again',
    file: MEMORY,
    find: 'return tool.server !== undefined || !idsAreReused;',
    replace: 'return !idsAreReused;',
    tests: { [MEMORY_TESTS]: ['an MCP call after its id was reused'] },
  },
];
