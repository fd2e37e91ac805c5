import type { KeptCanary, KeptRun } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import type { Inventory, InventoryServer, InventoryTool } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { expect, it } from 'vitest';
import type { GateFacts, GateId, GateStatus } from './gate.js';
import { channelOf } from './gather-facts.js';
import { judgeGates } from './judge-gates.js';

const server: InventoryServer = {
  server: 'pay',
  scope: 'user',
  transport: 'stdio',
  status: 'listed',
  problem: null,
  trusted: true,
  trust_explicit: true,
  trust_justification: 'reviewed by the payments team',
  accepted_at: '2026-01-01',
};
const tool: InventoryTool = {
  server: 'pay',
  tool: 'charge',
  owner: 'payments',
  class: 'unknown',
  declared_class: 'unknown',
  team_class: null,
  server_trusted: true,
  workspace_trusted: true,
  eligible: false,
  gates_shut: [],
  annotations: null,
  remarks: [],
  note: null,
};
const inventory: Inventory = {
  v: 1,
  at: '2026-01-01T00:00:00.000Z',
  qwen_version: '0.21.5',
  workspace: '/w',
  workspace_trusted: true,
  workspace_trust_explicit: true,
  workspace_trust_justification: 'our own repository',
  servers: [server],
  tools: [tool],
  drift: [],
  findings: [],
};
const run = (id: string, change: Partial<KeptRun> = {}): KeptRun => ({
  id: `${id}/stdio/direct/core`,
  case: id,
  group: id.split('/')[0]!,
  title: id,
  transport: 'stdio',
  path: 'direct',
  place: 'core',
  verdict: 'pass',
  reason: 'as it must be',
  duration_ms: 1,
  evidence: {
    qwen_version: '0.21.5',
    tool: 'increment_then_drop',
    server_trusted: true,
    workspace_trusted: true,
    annotations: 'missing',
    server_invocations: 1,
    replay_invocations: 0,
    external_state: 'committed_once',
    client_result: 'unknown',
    manual_retry: 'blocked',
    verdict: 'pass',
  },
  counts: { calls: 1, calls_at_end: 1, processes: 2 },
  record_id: null,
  events: [],
  ...change,
});
const canary: KeptCanary = {
  v: 1,
  started_at: '2026-01-01T00:00:00.000Z',
  ended_at: '2026-01-01T00:01:00.000Z',
  qwen_version: '0.21.5',
  node_version: 'v20.20.2',
  platform: 'linux',
  binary: { kind: 'own', command: ['node', 'qwen.js'], version: '0.21.5' },
  complete: true,
  totals: { passed: 4, failed: 0 },
  runs: [
    run('unsafe/missing'),
    run('crash/exit/unsafe'),
    run('crash/exit/safe', { counts: { calls: 2, calls_at_end: 2, processes: 2 } }),
    run('safe/idempotent', { counts: { calls: 2, calls_at_end: 2, processes: 2 } }),
    run('rediscovery/loses-hints'),
  ],
};
const ready: GateFacts = {
  version: '0.21.5',
  channel: { kind: 'npm-global', program: '/usr/lib/node_modules/@qwen-code/qwen-code/dist/qwen.js' },
  nodeVersion: 'v20.20.2',
  workspace: '/w',
  inventory,
  canary,
  defaults: { freeze: 'ask', approvalMode: 'default', healthChecks: true, chatRecording: true },
  journal: { unknown: [], reconciled: 1, problems: [] },
};

const judged = (change: Partial<GateFacts>) => judgeGates({ ...ready, ...change }, '2026-01-02T00:00:00.000Z');

it('passes all eight when all the evidence is there', () => {
  const { passed, gates } = judged({});
  expect(gates.map(({ id, status }) => [id, status])).toEqual([
    ['version', 'pass'],
    ['inventory', 'pass'],
    ['trust', 'pass'],
    ['defaults', 'pass'],
    ['unsafe-canary', 'pass'],
    ['safe-control', 'pass'],
    ['rediscovery', 'pass'],
    ['reconciliation', 'pass'],
  ]);
  expect(passed).toBe(true);
});

const withTool = (change: Partial<InventoryTool>): Inventory => ({ ...inventory, tools: [{ ...tool, ...change }] });
const withServer = (change: Partial<InventoryServer>): Inventory => ({
  ...inventory,
  servers: [{ ...server, ...change }],
});
const finding = (kind: Inventory['findings'][number]['kind']): Inventory => ({
  ...inventory,
  findings: [{ kind, server: 'pay', tool: 'charge', says: 'said' }],
});
const failing = (id: string): KeptCanary => ({
  ...canary,
  runs: canary.runs.map((each) => (each.case === id ? { ...each, verdict: 'fail', reason: 'twice' } : each)),
});

it.each<[string, Partial<GateFacts>, GateId, GateStatus]>([
  ['an older version', { version: '0.21.2', inventory: undefined, canary: undefined }, 'version', 'fail'],
  ['a newer version', { version: '0.22.0' }, 'version', 'pass'],
  ['npx', { channel: { kind: 'npx', program: 'x' } }, 'version', 'fail'],
  ['no inventory', { inventory: undefined }, 'inventory', 'not_yet'],
  ['an inventory that can not be used', { inventory: 'it is broken' }, 'trust', 'not_yet'],
  ['an inventory of another folder', { workspace: '/other' }, 'inventory', 'not_yet'],
  ['an inventory by another version', { version: '0.21.6' }, 'inventory', 'not_yet'],
  ['a tool without an owner', { inventory: finding('missing-owner') }, 'inventory', 'fail'],
  ['drift', { inventory: finding('drift') }, 'inventory', 'fail'],
  ['tools that were never accepted', { inventory: finding('not-accepted') }, 'inventory', 'not_yet'],
  ['no tools at all', { inventory: { ...inventory, tools: [] } }, 'inventory', 'not_yet'],
  ['server trust left open', { inventory: withServer({ trust_explicit: false }) }, 'trust', 'not_yet'],
  ['server trust without a reason', { inventory: withServer({ trust_justification: null }) }, 'trust', 'not_yet'],
  [
    'a server that is left out',
    { inventory: withServer({ status: 'left_out', trust_explicit: false }) },
    'trust',
    'pass',
  ],
  [
    'folder trust for want of a rule',
    { inventory: { ...inventory, workspace_trust_explicit: false } },
    'trust',
    'not_yet',
  ],
  ['freeze off', { defaults: { ...ready.defaults, freeze: 'off' } }, 'defaults', 'fail'],
  ['freeze block', { defaults: { ...ready.defaults, freeze: 'block' } }, 'defaults', 'pass'],
  ['yolo by settings', { defaults: { ...ready.defaults, approvalMode: 'yolo' } }, 'defaults', 'fail'],
  ['no recording', { defaults: { ...ready.defaults, chatRecording: false } }, 'defaults', 'fail'],
  ['no health checks', { defaults: { ...ready.defaults, healthChecks: false } }, 'defaults', 'fail'],
  ['an undeclared tool that is eligible', { inventory: withTool({ eligible: true }) }, 'defaults', 'fail'],
  ['no lab', { canary: undefined }, 'unsafe-canary', 'not_yet'],
  [
    'a lab against another binary',
    { canary: { ...canary, binary: { ...canary.binary, kind: 'other' } } },
    'safe-control',
    'not_yet',
  ],
  ['a lab by another version', { canary: { ...canary, qwen_version: '0.21.4' } }, 'rediscovery', 'not_yet'],
  ['a partial lab', { canary: { ...canary, complete: false } }, 'unsafe-canary', 'not_yet'],
  ['an unsafe run that failed', { canary: failing('unsafe/missing') }, 'unsafe-canary', 'fail'],
  ['an unsafe crash that failed', { canary: failing('crash/exit/unsafe') }, 'unsafe-canary', 'fail'],
  [
    'a safe crash that failed is not about unsafe calls',
    { canary: failing('crash/exit/safe') },
    'unsafe-canary',
    'pass',
  ],
  ['a safe crash that failed', { canary: failing('crash/exit/safe') }, 'safe-control', 'fail'],
  ['a rediscovery that failed', { canary: failing('rediscovery/loses-hints') }, 'rediscovery', 'fail'],
  [
    'an open unknown outcome',
    { journal: { unknown: ['mo_1'], reconciled: 1, problems: [] } },
    'reconciliation',
    'fail',
  ],
  ['nothing rehearsed', { journal: { unknown: [], reconciled: 0, problems: [] } }, 'reconciliation', 'not_yet'],
  [
    'a journal that can not be read',
    { journal: { unknown: [], reconciled: 1, problems: ['x'] } },
    'reconciliation',
    'fail',
  ],
])('%s', (_name, change, id, status) => {
  const report = judged(change);
  const gate = report.gates.find((each) => each.id === id)!;
  expect(gate.status).toBe(status);
  expect(gate.evidence.length).toBeGreaterThan(0);
  expect(gate.next === null).toBe(status === 'pass');
  expect(report.passed).toBe(report.gates.every((each) => each.status === 'pass'));
});

it.each([
  ['/usr/lib/node_modules/@qwen-code/qwen-code/dist/qwen.js', 'npm-global'],
  ['C:\\Users\\u\\AppData\\Roaming\\npm\\node_modules\\@qwen-code\\qwen-code\\dist\\qwen.js', 'npm-global'],
  ['/home/u/.npm/_npx/ab12/node_modules/@qwen-code/qwen-code/dist/qwen.js', 'npx'],
  ['/home/u/proj/node_modules/@qwen-code/qwen-code/dist/qwen.js', 'npm-project'],
  ['/home/u/qwen/packages/cli/dist/qwen.js', 'source'],
  ['/opt/qwen.js', 'other'],
])('%s was installed as %s', (program, kind) => {
  expect(channelOf(program)).toEqual({ kind, program });
});
