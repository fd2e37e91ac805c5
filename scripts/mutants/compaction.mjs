/** Guards of a conversation that is summed up: no call of unknown outcome may look as if it had not been made. */
const COMPACTION = 'packages/core/src/agent/compaction';
const HISTORY = 'packages/core/src/agent/history.ts';

export const compactionMutants = [
  {
    name: 'summary-without-open-outcomes',
    guard: 'a summary lists every call whose outcome is unknown, whatever a model wrote',
    file: `${COMPACTION}/compact-history.ts`,
    find: 'openOutcomesText(open),',
    replace: "'',",
    tests: {
      [`${COMPACTION}/create-compactor.test.ts`]: [
        'puts a summary and every open outcome in place of the earlier part',
      ],
    },
  },
  {
    name: 'second-summary-forgets',
    guard: 'what an earlier summary kept is kept by the next one',
    file: `${COMPACTION}/open-outcomes.ts`,
    find: "if ('openOutcomes' in message) open.push(...(message.openOutcomes ?? []));",
    replace: '',
    tests: { [`${COMPACTION}/create-compactor.test.ts`]: ['keeps them through a second compaction'] },
  },
  {
    name: 'unknown-result-not-marked',
    guard: 'the result of a call of unknown outcome is marked in the history',
    file: HISTORY,
    find: "outcomeUnknown === true || code === 'mcp_outcome_unknown';",
    replace: 'outcomeUnknown === true && code === undefined;',
    tests: { 'packages/core/src/agent/history.test.ts': ['keeps how a call ended'] },
  },
  {
    name: 'call-parted-from-its-result',
    guard: 'a conversation is never cut between a call and its result',
    file: `${COMPACTION}/split-history.ts`,
    find: "role === 'tool' ? [] : [place]",
    replace: 'role ? [place] : []',
    tests: { [`${COMPACTION}/split-history.test.ts`]: ['a long call keeps its result'] },
  },
];
