/**
 * One call of the journal as `qwen mcp outcomes` prints it, the same in every format. Pure. There is no argument in it:
 * the journal has none.
 */
import type { Outcome, OutcomeState } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { printableJson } from '@qwen-code/qwen-code-core/shared/printable-text.js';

export interface OutcomeView {
  readonly id: string;
  readonly state: OutcomeState;
  readonly at: string;
  readonly ended_at: string | null;
  readonly server: string;
  readonly tool: string;
  readonly workspace: string;
  readonly session: string | null;
  readonly call_id: string;
  readonly transport: string;
  readonly target: string;
  readonly epoch: number;
  readonly annotations: object | null;
  readonly server_trusted: boolean;
  readonly workspace_trusted: boolean;
  readonly arguments_digest: string;
  readonly idempotency_key: string;
  readonly attempts: number;
  /** How the call ended on this side; null while nothing is on record, as after a crash. */
  readonly result: string | null;
  readonly reach: string | null;
  readonly retry_of: string | null;
  readonly reconciliations: readonly {
    readonly at: string;
    readonly as: string;
    readonly note: string;
    readonly by: string | null;
  }[];
}

export function outcomeView({ intent, settled, reconciled, state }: Outcome): OutcomeView {
  return printableJson({
    id: intent.id,
    state,
    at: intent.at,
    ended_at: settled?.at ?? null,
    server: intent.server,
    tool: intent.tool,
    workspace: intent.workspace,
    session: intent.session,
    call_id: intent.call_id,
    transport: intent.transport,
    target: intent.target,
    epoch: intent.epoch,
    annotations: intent.annotations,
    server_trusted: intent.server_trusted,
    workspace_trusted: intent.workspace_trusted,
    arguments_digest: intent.arguments_digest,
    idempotency_key: intent.idempotency_key,
    attempts: settled?.attempts ?? 1,
    result: settled?.result ?? null,
    reach: settled?.reach ?? null,
    retry_of: intent.retry_of,
    reconciliations: reconciled.map(({ at, as, note, by }) => ({ at, as, note, by })),
  }) as OutcomeView;
}
