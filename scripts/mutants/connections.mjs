/** What the connections see, and what the layers below must not send again. */
const STDIO = 'packages/core/src/mcp/transports/stdio.ts';
const STDIO_TESTS = 'packages/core/src/mcp/transports/stdio.test.ts';
const EXCHANGE = 'packages/core/src/mcp/transports/http-exchange.ts';
const HTTP = 'packages/core/src/mcp/transports/http.ts';
const HTTP_TESTS = 'packages/core/src/mcp/transports/http.test.ts';
const SSE = 'packages/core/src/mcp/transports/sse.ts';
const SSE_TESTS = 'packages/core/src/mcp/transports/sse.test.ts';
const SDK = 'packages/core/src/mcp/transports/sdk.ts';
const SDK_TESTS = 'packages/core/src/mcp/transports/sdk.test.ts';
const AUTH = 'packages/core/src/mcp/auth/authorised-fetch.ts';
const AUTH_TESTS = 'packages/core/src/mcp/auth/authorised-fetch.test.ts';
const CONNECTION = 'packages/core/src/mcp/connection/connection.ts';
const HELM = 'packages/core/src/mcp/connection/helm.ts';
const CONNECTION_TESTS = 'packages/core/src/mcp/connection/connection.test.ts';
const MANAGED_SERVER = 'packages/core/src/mcp/managed-server.ts';
const MANAGER_TESTS = 'packages/core/src/mcp/manager.test.ts';

export const connectionMutants = [
  {
    name: 'stdout-end-not-noticed',
    guard: 'the end of stdout is a loss although the process lives',
    file: STDIO,
    find: "process.stdout?.once('end', () => whenStarted.run(() => end(new Error('stdout ended'))));",
    replace: '',
    tests: { [STDIO_TESTS]: ['loses the call: stdout closed while alive'] },
  },
  {
    name: 'loss-not-told-to-calls',
    guard: 'every open request is lost with its connection',
    file: STDIO,
    find: 'watch.allLost(cause);',
    replace: '',
    tests: { [STDIO_TESTS]: ['loses the call: exit', 'loses the call: SIGKILL'] },
  },
  {
    name: '401-resend',
    guard: 'a tools/call that was turned away with 401 is not sent again with a renewed token',
    file: AUTH,
    find: 'if (response.status === 401 && header !== undefined) void auth.renew(header);\n    return response;',
    replace:
      'if (response.status !== 401 || header === undefined || !(await auth.renew(header))) return response;\n    return (await send(url, init)).response;',
    tests: { [AUTH_TESTS]: ['B51: a call turned away with 401 is not sent again'] },
  },
  {
    name: '401-resend-over-http',
    guard: 'over HTTP a tools/call goes through the fetch that sends once',
    file: HTTP,
    find: 'once: authorised.once,',
    replace: 'once: authorised.mayResend,',
    tests: { [HTTP_TESTS]: ['B51: a 401 renews a stored token for the next call'] },
  },
  {
    name: '401-resend-over-sse',
    guard: 'over the older transport every message goes through the fetch that sends once',
    file: SSE,
    find: 'await authorised.once(url,',
    replace: 'await authorised.mayResend(url,',
    tests: { [SSE_TESTS]: ['B51: a 401 renews a stored token for the next call'] },
  },
  {
    name: 'redirect-follows-a-call',
    guard: 'a tools/call is never sent along a redirect',
    file: EXCHANGE,
    find: "isCall ? ports.once(endpoint ?? url, { ...init, redirect: 'manual' }) : follow(url, init)",
    replace: 'follow(url, init)',
    tests: { [HTTP_TESTS]: ['never sends a call along a redirect'] },
  },
  {
    name: 'redirect-by-fetch-itself',
    guard: 'fetch does not follow a redirect behind our back',
    file: EXCHANGE,
    find: "ports.once(endpoint ?? url, { ...init, redirect: 'manual' })",
    replace: "ports.once(endpoint ?? url, { ...init, redirect: 'follow' })",
    tests: { [HTTP_TESTS]: ['never sends a call along a redirect'] },
  },
  {
    name: 'resume-posts-again',
    guard: 'a broken event stream is resumed by GET; its request is not posted again',
    file: EXCHANGE,
    find: 'reopen: (lastEventId) => base(endpoint ?? url, resumeInit(init, lastEventId)),',
    replace: 'reopen: () => base(endpoint ?? url, init),',
    tests: { [HTTP_TESTS]: ['B17: resumes a broken stream by its last event id and posts once'] },
  },
  {
    name: 'stream-end-not-noticed',
    guard: 'an event stream that ends without the reply is a loss at once',
    file: EXCHANGE,
    find: "lose(exchange, step.value, 'unanswered');",
    replace: '',
    tests: { [HTTP_TESTS]: ['gives a stream up that can not be resumed'] },
  },
  {
    name: 'answer-of-another-id',
    guard: 'only a reply with the id of the request is its answer',
    file: EXCHANGE,
    find: '.find((message) => message.id === id);',
    replace: '.map((message) => ({ ...message, id }))[0];',
    tests: { [HTTP_TESTS]: ['loses'] },
  },
  {
    name: 'session-refusal-without-session',
    guard: 'without a session, an error that sounds like a refused one is an answer',
    file: EXCHANGE,
    find: 'if (inSession && refusesSession(replyOf(message))) {',
    replace: 'if (refusesSession(replyOf(message))) {',
    tests: { [HTTP_TESTS]: ['takes the same words without a session for the answer they are'] },
  },
  {
    name: 'sse-end-not-noticed',
    guard: 'the end of the one event stream of the older transport is a loss at once',
    file: SSE,
    find: "onEnd(new Error('the event stream ended'));",
    replace: '',
    tests: { [SSE_TESTS]: ['B68: accepted, then the stream ends'] },
  },
  {
    name: 'lost-epoch-serves-again',
    guard: 'a replay waits for an epoch that was listed after the loss',
    file: CONNECTION,
    find: '({ epoch }) => epoch > lostEpoch',
    replace: '({ epoch }) => epoch >= lostEpoch',
    tests: { [CONNECTION_TESTS]: ['HTTP: a session that lives is kept and listed again, once for all'] },
  },
  {
    name: 'kept-session-not-listed',
    guard: 'a session that is kept is listed again before it serves a replay',
    file: HELM,
    find: "config.plan.kind === 'stdio' ? undefined : await listWithin(wire, { ports, listMs, signal: never })",
    replace: "config.plan.kind === 'stdio' ? undefined : await Promise.resolve(live.tools ?? listMs ?? never)",
    tests: { [CONNECTION_TESTS]: ['HTTP: a session that lives is kept and listed again, once for all'] },
  },
  {
    name: 'late-event-of-an-old-epoch',
    guard: 'words about a connection that is over touch nothing',
    file: HELM,
    find: 'if (tenure.wire === wire) lose(cause);',
    replace: 'lose(cause);',
    tests: { [CONNECTION_TESTS]: ['late events of an old epoch touch nothing'] },
  },
  {
    name: 'starts-in-untrusted-folder',
    guard: 'no server starts in a folder that is not trusted',
    file: MANAGED_SERVER,
    find: 'mayNotStart: () => (isWorkspaceTrusted(config.name, trustReader) ? undefined : UNTRUSTED),',
    replace: 'mayNotStart: () => (isWorkspaceTrusted(config.name, trustReader) ? undefined : undefined),',
    tests: { [MANAGER_TESTS]: ['starts nothing in a folder that is not trusted'] },
  },
  {
    name: 'host-gone-not-told-to-calls',
    guard: 'every open request is lost with the program that drives qwen',
    file: SDK,
    find: 'watch.allLost(cause);',
    replace: '',
    tests: { [SDK_TESTS]: ['a host that goes away loses what is in flight'] },
  },
  {
    name: 'host-answer-to-another-request',
    guard: 'only the reply to this very request answers it',
    file: SDK,
    find: '!isResponse(reply) || reply.id !== id',
    replace: '!isResponse(reply)',
    tests: { [SDK_TESTS]: ['a reply to another request loses the exchange'] },
  },
  {
    name: 'host-failure-not-a-loss',
    guard: 'a control request that fails has lost its call',
    file: SDK,
    find: 'if (!watch.lost(id, cause)) return;',
    replace: '',
    tests: { [SDK_TESTS]: ['a failed control request loses the exchange'] },
  },
];
