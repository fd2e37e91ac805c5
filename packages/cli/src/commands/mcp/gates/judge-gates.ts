/**
 * The eight rollout gates, judged from facts. Pure. Evidence that is missing is `not_yet`; evidence that speaks against
 * it is `fail`; evidence of another version of qwen, or of another folder, does not count.
 */
import type { KeptCanary, KeptRun } from '@qwen-code/qwen-code-core/canary/lab/kept-run.js';
import type { Finding, Inventory } from '@qwen-code/qwen-code-core/mcp/inventory/inventory.js';
import { GATE_IDS, type Gate, type GateFacts, type GateId, type GateReport, type GateStatus } from './gate.js';

type Judgement = Omit<Gate, 'id' | 'title'>;

const judged = (status: GateStatus, evidence: readonly string[], next: string | null = null): Judgement => ({
  status,
  evidence,
  next,
});

const TITLES: Readonly<Record<GateId, string>> = {
  version: 'The version that runs, and where it came from',
  inventory: 'Every tool has an owner and a class',
  trust: 'Both trusts are explicit and justified in writing',
  defaults: 'Nothing that protects is switched off',
  'unsafe-canary': 'Unsafe calls run once, whatever breaks',
  'safe-control': 'Safe calls are repeated, and not without end',
  rediscovery: 'The gates are asked again after a reconnect',
  reconciliation: 'No unknown outcome is open, and reconciling was rehearsed',
};

const JUDGES: Readonly<Record<GateId, (facts: GateFacts) => Judgement>> = {
  version: judgeVersion,
  inventory: (facts) => withInventory(facts, judgeInventory),
  trust: (facts) => withInventory(facts, judgeTrust),
  defaults: judgeDefaults,
  'unsafe-canary': (facts) => judgeCanary(facts, ['unsafe', 'crash', 'abort', 'timeout', 'answered'], isUnsafe),
  'safe-control': (facts) => judgeCanary(facts, ['safe', 'limit', 'crash'], (run) => !isUnsafe(run)),
  rediscovery: (facts) => judgeCanary(facts, ['rediscovery'], () => true),
  reconciliation: judgeReconciliation,
};

export function judgeGates(facts: GateFacts, at: string): GateReport {
  const gates = GATE_IDS.map((id): Gate => ({ id, title: TITLES[id], ...JUDGES[id](facts) }));
  return {
    v: 1,
    at,
    qwen_version: facts.version,
    workspace: facts.workspace,
    passed: gates.every(({ status }) => status === 'pass'),
    gates,
  };
}

/** The first release that does not repeat unsafe calls. */
const FIRST_SAFE = [0, 21, 5] as const;

const CHANNELS = {
  'npm-global': 'installed globally by npm',
  'npm-project': 'installed in a project by npm',
  npx: 'run by npx, which may fetch another version next time',
  source: 'built from source',
  other: 'installed in a way that is not known',
} as const;

function judgeVersion({ version, channel, nodeVersion }: GateFacts): Judgement {
  const evidence = [`qwen ${version}, ${CHANNELS[channel.kind]}: ${channel.program}.`, `Node.js ${nodeVersion}.`];
  if (!isSafeVersion(version)) return judged('fail', evidence, 'Install qwen 0.21.5 or newer.');
  if (channel.kind === 'npx')
    return judged('fail', evidence, `Pin it: npm install --global @qwen-code/qwen-code@${version}`);
  return judged('pass', evidence);
}

function isSafeVersion(version: string): boolean {
  const parts = version.split(/[.-]/).map(Number);
  for (const [index, least] of FIRST_SAFE.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

function withInventory(facts: GateFacts, judge: (inventory: Inventory) => Judgement): Judgement {
  const { inventory, workspace, version } = facts;
  const again = 'Take one here: qwen mcp inventory';
  if (inventory === undefined) return judged('not_yet', ['No inventory has been taken yet.'], again);
  if (typeof inventory === 'string') return judged('not_yet', [inventory], again);
  if (inventory.workspace !== workspace) {
    return judged('not_yet', [`The latest inventory is of another folder, ${inventory.workspace}.`], again);
  }
  if (inventory.qwen_version !== version) {
    return judged('not_yet', [`The latest inventory was taken by qwen ${inventory.qwen_version}.`], again);
  }
  return judge(inventory);
}

const FATAL: readonly Finding['kind'][] = [
  'not-listed',
  'missing-owner',
  'missing-class',
  'drift',
  'contradiction',
  'wrong-type',
];

function judgeInventory({ at, tools, servers, findings }: Inventory): Judgement {
  const listed = servers.filter(({ status }) => status === 'listed').length;
  const counted = `${count(tools.length, 'tool')} of ${count(listed, 'server')}, taken ${at}.`;
  const fatal = findings.filter(({ kind }) => FATAL.includes(kind));
  const open = findings.filter(({ kind }) => kind === 'not-accepted');
  const said = [...fatal, ...open].map(
    ({ server, tool, says }) => `${server}${tool === null ? '' : `/${tool}`}: ${says}`,
  );
  if (fatal.length > 0) {
    return judged(
      'fail',
      [counted, ...said],
      'Set owner and class in .qwen/mcp-inventory.json; qwen mcp inventory --check says what is left',
    );
  }
  if (open.length > 0)
    return judged('not_yet', [counted, ...said], 'Accept the tools as they are: qwen mcp inventory accept');
  if (tools.length === 0) return judged('not_yet', [counted], 'Add the servers of this rollout: qwen mcp add');
  return judged('pass', [counted, 'Each has an owner and a class, and nothing drifted since it was accepted.']);
}

function judgeTrust(inventory: Inventory): Judgement {
  const { workspace_trusted, workspace_trust_explicit, workspace_trust_justification, servers } = inventory;
  const used = servers.filter(({ status }) => status !== 'left_out');
  const lacks = [
    ...(workspace_trust_explicit ? [] : ['The folder is trusted for want of a rule, not by one.']),
    ...(workspace_trust_justification === null ? ['The trust in the folder has no written reason.'] : []),
    ...used.flatMap(({ server, trust_explicit, trust_justification }) => [
      ...(trust_explicit ? [] : [`Server ${server}: its entry does not say "trust", yes or no.`]),
      ...(trust_justification === null ? [`Server ${server}: the decision on its trust has no written reason.`] : []),
    ]),
  ];
  const evidence = [
    `Folder: ${workspace_trusted ? 'trusted' : 'not trusted'}${reason(workspace_trust_justification)}`,
    ...used.map(
      ({ server, trusted, trust_justification }) =>
        `Server ${server}: ${trusted ? 'trusted' : 'not trusted'}${reason(trust_justification)}`,
    ),
  ];
  if (lacks.length === 0) return judged('pass', evidence);
  return judged(
    'not_yet',
    [...evidence, ...lacks],
    'Say "trust": true or false for each server, turn folder trust on with a rule for this folder, and write the reasons as "trustJustification" in .qwen/mcp-inventory.json',
  );
}

const reason = (text: string | null): string => (text === null ? '.' : `, because: ${text}`);

function judgeDefaults({ defaults, inventory }: GateFacts): Judgement {
  const { freeze, approvalMode, healthChecks, chatRecording } = defaults;
  const undeclared = typeof inventory === 'object' ? inventory.tools.filter(isUndeclaredButEligible) : [];
  const loosened = [
    ...(freeze === 'off' ? ['"mcp.unknownOutcomes.freeze" is off: an identical call is not held back.'] : []),
    ...(approvalMode === 'yolo' ? ['"tools.approvalMode" is yolo: no call asks.'] : []),
    ...(healthChecks ? [] : ['"mcp.health.enabled" is off: a silent loss shows only at the next call.']),
    ...(chatRecording
      ? []
      : ['"general.chatRecording" is off: a call that did not happen can not be sent again as it was.']),
    ...undeclared.map(({ server, tool }) => `${server}/${tool} declares nothing and counts as repeatable.`),
  ];
  if (loosened.length > 0) return judged('fail', loosened, 'Take these settings back to their defaults');
  return judged('pass', [
    `Identical calls are held back (${freeze}); approval mode is ${approvalMode}; health checks and recording are on.`,
    'A tool that declares nothing is never sent again.',
  ]);
}

const isUndeclaredButEligible = ({ declared_class, eligible }: Inventory['tools'][number]): boolean =>
  declared_class === 'unknown' && eligible;

/** One execution is all that the case allows. */
const isUnsafe = ({ group, case: name }: KeptRun): boolean =>
  group === 'crash' ? name.endsWith('/unsafe') : group !== 'safe' && group !== 'limit';

function judgeCanary(facts: GateFacts, groups: readonly string[], counts: (run: KeptRun) => boolean): Judgement {
  const kept = usableCanary(facts);
  const again = 'Run the lab on this machine: qwen mcp canary';
  if (typeof kept === 'string') return judged('not_yet', [kept], again);
  const runs = kept.runs.filter((run) => groups.includes(run.group) && counts(run));
  const failed = runs.filter(({ verdict }) => verdict === 'fail');
  const counted = `${count(runs.length, 'run')}, ${failed.length} failed, counted by the servers' own ledgers; ended ${kept.ended_at}.`;
  if (failed.length > 0) {
    return judged(
      'fail',
      [counted, ...failed.map(({ id, reason: why }) => `${id}: ${why}`)],
      'Look at the first failed run: qwen mcp canary --only ' + (failed[0]?.case ?? ''),
    );
  }
  if (runs.length === 0 || !kept.complete) return judged('not_yet', [counted, 'The latest lab left runs out.'], again);
  const most = Math.max(...runs.map(({ counts: { calls_at_end: calls } }) => calls));
  return judged('pass', [counted, `No call reached its server more than ${most === 1 ? 'once' : `${most} times`}.`]);
}

/** The latest lab, if it says something about this very qwen; else why not. */
function usableCanary({ canary, version }: GateFacts): KeptCanary | string {
  if (canary === undefined) return 'The canary lab has not been run yet.';
  if (typeof canary === 'string') return canary;
  if (canary.binary.kind === 'other')
    return `The latest lab was held against another binary (${canary.binary.version}).`;
  return canary.qwen_version === version ? canary : `The latest lab was run by qwen ${canary.qwen_version}.`;
}

function judgeReconciliation({ journal: { unknown, reconciled, problems } }: GateFacts): Judgement {
  const evidence = [
    `${count(unknown.length, 'unknown outcome')} of this folder ${unknown.length === 1 ? 'is' : 'are'} open${unknown.length === 0 ? '' : `: ${unknown.slice(0, 5).join(', ')}`}.`,
    `${count(reconciled, 'call')} ${reconciled === 1 ? 'was' : 'were'} reconciled by a person.`,
    ...problems,
  ];
  const [first] = unknown;
  if (first !== undefined) return judged('fail', evidence, `Find out what happened: qwen mcp outcomes show ${first}`);
  if (problems.length > 0) return judged('fail', evidence, 'See to the journal files that can not be read');
  if (reconciled === 0) {
    return judged(
      'not_yet',
      evidence,
      'Rehearse it: qwen mcp canary --rehearse loses one harmless call here and says how to go on',
    );
  }
  return judged('pass', evidence);
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
