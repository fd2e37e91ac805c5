/** What the next generation of a server says of the tool: every hop of a replay is decided on the fresh description. */
import type { CanaryTool } from '@qwen-code/qwen-code-core/canary/plan.js';
import { ALL, always, EXIT, first, READ, SAFE, toolsWith, type ReplayCase } from './case.js';

const generations = (...later: readonly (readonly CanaryTool[])[]): Record<string, readonly CanaryTool[]> =>
  Object.fromEntries(later.map((tools, index) => [String(index + 2), tools]));

const withoutAct = toolsWith(undefined).filter(({ name }) => name !== 'act');

const needsMore = {
  type: 'object',
  properties: { key: { type: 'string' }, account: { type: 'string' } },
  required: ['key', 'account'],
} as const;

const takesMore = {
  type: 'object',
  properties: { key: { type: 'string' }, note: { type: 'string' }, account: { type: 'string' } },
  required: ['key'],
} as const;

const died = { on: ALL, faults: first(EXIT) };

export const rediscoveryCases: readonly ReplayCase[] = [
  {
    ...died,
    shows: ['B03'],
    title: 'hints lost: not replayed',
    annotations: SAFE,
    plan: { generations: generations(toolsWith(undefined)) },
    told: 'unknown',
    calls: 1,
  },
  {
    ...died,
    shows: [],
    title: 'hints gained: not replayed, the old ones count',
    plan: { generations: generations(toolsWith(SAFE)) },
    told: 'unknown',
    calls: 1,
  },
  {
    ...died,
    shows: [],
    title: 'hints now contradict: not replayed',
    annotations: READ,
    plan: { generations: generations(toolsWith({ readOnlyHint: true, destructiveHint: true })) },
    told: 'unknown',
    calls: 1,
  },
  {
    ...died,
    shows: [],
    title: 'hints changed from read-only to idempotent: replayed',
    annotations: READ,
    plan: { generations: generations(toolsWith({ idempotentHint: true, readOnlyHint: false })) },
    told: 'success',
    calls: 2,
  },
  {
    ...died,
    shows: ['B62'],
    title: 'tool gone: not replayed',
    annotations: SAFE,
    plan: { generations: generations(withoutAct) },
    told: 'unknown',
    calls: 1,
  },
  {
    ...died,
    shows: [],
    title: 'schema no longer takes the arguments: not replayed',
    annotations: SAFE,
    plan: { generations: generations(toolsWith(SAFE, { inputSchema: needsMore })) },
    told: 'unknown',
    calls: 1,
    ours: true,
  },
  {
    ...died,
    shows: [],
    title: 'schema still takes the arguments: replayed',
    annotations: SAFE,
    plan: { generations: generations(toolsWith(SAFE, { inputSchema: takesMore })) },
    told: 'success',
    calls: 2,
  },
  {
    shows: [],
    on: ALL,
    title: 'unsafe in the third generation: two sends, no third',
    annotations: SAFE,
    faults: [
      { tool: 'act', nth: 1, then: EXIT },
      { tool: 'act', nth: 2, then: EXIT },
    ],
    plan: { generations: generations(toolsWith(SAFE), toolsWith({ idempotentHint: false })) },
    told: 'unknown',
    calls: 2,
  },
  {
    shows: [],
    on: ALL,
    title: 'died three times, answered the fourth: success',
    annotations: SAFE,
    faults: [1, 2, 3].map((nth) => ({ tool: 'act', nth, then: EXIT })),
    told: 'success',
    calls: 4,
  },
  {
    shows: ['B06'],
    on: ALL,
    title: 'retry limit: sent four times, never a fifth',
    annotations: SAFE,
    faults: always(EXIT),
    told: { lost: 4 },
    calls: 4,
  },
  {
    shows: ['B06'],
    on: ALL,
    title: 'retry limit for a read as well',
    annotations: READ,
    faults: always({ kind: 'kill' }),
    told: { lost: 4 },
    calls: 4,
  },
  {
    shows: ['B43'],
    on: ALL,
    title: 'the replay ends in isError: the tool’s error, no third run',
    annotations: SAFE,
    faults: [
      { tool: 'act', nth: 1, then: EXIT },
      { tool: 'act', nth: 2, then: { kind: 'is-error', text: 'out of stock' } },
    ],
    told: { error: 'out of stock' },
    calls: 2,
  },
  {
    shows: ['B43'],
    on: ALL,
    title: 'the replay ends in a JSON-RPC error: the tool’s error, no third run',
    annotations: SAFE,
    faults: [
      { tool: 'act', nth: 1, then: EXIT },
      { tool: 'act', nth: 2, then: { kind: 'error', code: -32000, message: 'Connection closed' } },
    ],
    told: { error: 'Connection closed' },
    calls: 2,
  },
];
