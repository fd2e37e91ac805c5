/** The gates themselves, and what opens them. */
const GATES = 'packages/core/src/tools/mcp-tool/replay-gates.ts';
const TABLE = 'packages/core/src/tools/mcp-tool/replay-gates.test.ts';
const LOOP = 'packages/core/src/tools/mcp-tool/call-with-replay.test.ts';
const HINTS = 'packages/core/src/mcp/discovery/hints.ts';
const MANAGER = 'packages/core/src/mcp/managed-server.ts';
const TRUST = 'packages/core/src/trust/server-trust.ts';
const TRUST_TESTS = 'packages/core/src/trust/server-trust.test.ts';

export const gateMutants = [
  {
    name: 'gate-server-trust',
    guard: 'a server that is not trusted gets no replay',
    file: GATES,
    find: "'server-trust': ({ trust }) => trust.server === true,",
    replace: "'server-trust': () => true,",
    tests: { [TABLE]: ['isReplaySafe over all 27'], [LOOP]: ['RB-25 server not trusted'] },
  },
  {
    name: 'gate-workspace-trust',
    guard: 'a workspace that is not trusted gets no replay',
    file: GATES,
    find: "'workspace-trust': ({ trust }) => trust.workspace === true,",
    replace: "'workspace-trust': () => true,",
    tests: { [TABLE]: ['isReplaySafe over all 27'], [LOOP]: ['RB-26 workspace not trusted'] },
  },
  {
    name: 'gate-hints-present',
    guard: 'missing annotations shut a gate of their own, which people are told of',
    file: GATES,
    find: "'hints-present': ({ hints }) => hints !== undefined,",
    replace: "'hints-present': () => true,",
    tests: { [TABLE]: ['RB-21 no annotations'], [LOOP]: ['RB-21 RB-28 RB-40 no hints'] },
  },
  {
    name: 'gate-hints-agree',
    guard: 'contradictory annotations get no replay',
    file: GATES,
    find: "'hints-agree': ({ hints }) => hints?.readOnlyHint !== true || isReadOnly(hints),",
    replace: "'hints-agree': () => true,",
    tests: { [TABLE]: ['RB-23 read-only yet destructive', 'RB-24'], [LOOP]: ['RB-23 contradictory'] },
  },
  {
    name: 'gate-hints-agree-destructive',
    guard: 'read-only together with destructive is a contradiction',
    file: GATES,
    find: 'hints.destructiveHint !== true && ',
    replace: '',
    tests: { [TABLE]: ['RB-23 read-only yet destructive'] },
  },
  {
    name: 'gate-hints-agree-idempotent',
    guard: 'read-only together with not idempotent is a contradiction',
    file: GATES,
    find: ' && hints.idempotentHint !== false',
    replace: '',
    tests: { [TABLE]: ['RB-24 read-only yet not idempotent'] },
  },
  {
    name: 'gate-declared-repeatable',
    guard: 'a tool that does not declare itself repeatable gets no replay',
    file: GATES,
    find: "'declared-repeatable': ({ hints }) => hints?.readOnlyHint === true || hints?.idempotentHint === true,",
    replace: "'declared-repeatable': () => true,",
    tests: { [TABLE]: ['isReplaySafe over all 27', 'RB-22 not idempotent'] },
  },
  {
    name: 'gate-no-annotations',
    guard: 'a tool without annotations gets no replay (both of its gates)',
    file: GATES,
    find: 'return NAMES.filter((gate) => !GATES[gate](facts));',
    replace:
      'return (Object.keys(GATES) as Gate[]).filter((gate) => facts.hints !== undefined && !GATES[gate](facts));',
    tests: { [TABLE]: ['isReplaySafe over all 27'], [LOOP]: ['RB-21 RB-28 RB-40 no hints'] },
  },
  {
    name: 'gate-team-classification',
    guard: "the team's own inventory can shut a gate",
    file: GATES,
    find: "'team-classification': ({ team }) => team === undefined || isReplayable(team),",
    replace: "'team-classification': () => true,",
    tests: { [TABLE]: ['the team says not idempotent', 'the team can only make it stricter'] },
  },
  {
    name: 'gate-trust-spelled-otherwise',
    guard: 'only the boolean true is trust',
    file: GATES,
    find: "'server-trust': ({ trust }) => trust.server === true,",
    replace: "'server-trust': ({ trust }) => Boolean(trust.server),",
    tests: { [TABLE]: ['is no trust'] },
  },
  {
    name: 'hints-wrong-type',
    guard: 'a hint of a wrong type discards the whole block',
    file: HINTS,
    find: "if (typeof value !== 'boolean') return undefined;",
    replace: "if (typeof value !== 'boolean') continue;",
    tests: {
      [TABLE]: ['a wrong type beside a right one'],
      'packages/core/src/mcp/discovery/hints.test.ts': ['null discards the block'],
    },
  },
  {
    name: 'hints-truthy',
    guard: 'a hint that only looks like true is none',
    file: HINTS,
    find: "if (typeof value !== 'boolean') return undefined;\n    hints[name] = value;",
    replace: 'hints[name] = Boolean(value);',
    tests: {
      [TABLE]: ['"true" for idempotent', '1 for idempotent'],
      [LOOP]: ['a hint of a wrong type discards them all'],
    },
  },
  {
    name: 'trust-from-memory',
    guard: 'trust is read afresh at every check',
    file: MANAGER,
    find: 'trust: () => trustReader(config.name),',
    replace: 'trust: ((first) => () => first)(trustReader(config.name)),',
    tests: { 'packages/core/src/mcp/manager.test.ts': ['reads trust afresh for whoever asks'] },
  },
  {
    name: 'trust-project-vouches-for-itself',
    guard: "a project's own file can't make its server trusted",
    file: TRUST,
    find: 'return project !== undefined && isApproved(name, project);',
    replace: 'return project !== undefined;',
    tests: { [TRUST_TESTS]: ['can not vouch for itself', 'is not trusted by an approval of another entry'] },
  },
  {
    name: 'trust-project-overrules-user',
    guard: "a project's file can't trust what the user's or the system's does not",
    file: TRUST,
    find: "if ((ownValue(entry, 'trust') ?? true) !== true) return false;",
    replace: '',
    tests: { [TRUST_TESTS]: ["a project's own file"] },
  },
  {
    name: 'trust-unreadable',
    guard: 'what can not be read is not trusted',
    file: TRUST,
    find: '  } catch {\n    return false;',
    replace: '  } catch {\n    return true;',
    tests: { [TRUST_TESTS]: ['a broken file of higher precedence trusts nothing', 'a broken approvals file'] },
  },
];
