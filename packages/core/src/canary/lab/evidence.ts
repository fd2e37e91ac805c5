/** The evidence of one run in the shape that a rollout is decided on. Its fields and their order are pinned by a test. */
import type { ClientResult, ExternalState } from './lab-case.js';
import type { LabRun } from './lab-runs.js';
import type { ManualRetry, Observation } from './observation.js';
import type { Verdict } from './judge.js';

export interface Evidence {
  readonly qwen_version: string;
  readonly tool: string;
  readonly server_trusted: boolean;
  readonly workspace_trusted: boolean;
  /** As declared when the call left. */
  readonly annotations: 'missing' | unknown;
  readonly server_invocations: number;
  readonly replay_invocations: number;
  readonly external_state: ExternalState;
  readonly client_result: ClientResult | 'other';
  /** An identical call made afterwards: refused, let through, or not part of this run. */
  readonly manual_retry: ManualRetry;
  readonly verdict: 'pass' | 'fail';
}

export function evidenceOf(
  { case: lab }: LabRun,
  seen: Observation,
  { verdict, version }: Pick<Verdict, 'verdict'> & { readonly version: string },
): Evidence {
  return {
    qwen_version: version,
    tool: lab.tool,
    server_trusted: lab.untrusted !== 'server',
    workspace_trusted:
      lab.untrusted !== 'workspace' && !(lab.move?.when === 'committed' && lab.move.act === 'distrust-workspace'),
    annotations: lab.annotations ?? 'missing',
    server_invocations: seen.calls,
    replay_invocations: Math.max(0, seen.calls - 1),
    external_state: seen.state,
    client_result: seen.client,
    manual_retry: seen.retry,
    verdict,
  };
}

/** One YAML document; the comment above it names the run. */
export function evidenceDocument(runId: string, evidence: Evidence): string {
  const lines = Object.entries(evidence).map(([name, value]) => `${name}: ${yamlValue(value)}`);
  return `---\n# ${runId}\n${lines.join('\n')}\n`;
}

/** Plain words, numbers and booleans as they are; anything else as a flow mapping, which is JSON. */
const yamlValue = (value: unknown): string =>
  typeof value === 'string' && /^[\w.-]+$/.test(value) ? value : JSON.stringify(value);
