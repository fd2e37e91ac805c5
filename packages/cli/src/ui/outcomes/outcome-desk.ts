/**
 * The outcome journal as the terminal uses it: reads it, puts verdicts on record, and sends a call once more by a person's
 * decision, through the server that runs. Decides nothing about replays and asks nobody.
 */
import { createOutcomeJournal } from '@qwen-code/qwen-code-core/mcp/journal/create-journal.js';
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import { readJournal } from '@qwen-code/qwen-code-core/mcp/journal/read.js';
import type { Reconciled } from '@qwen-code/qwen-code-core/mcp/reconcile/reconcile.js';
import type { RecordedCall } from '@qwen-code/qwen-code-core/sessions/recorded-call.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { ToolArguments, ToolResult } from '@qwen-code/qwen-code-core/tools/types.js';
import { giveVerdict } from '../../outcomes/give-verdict.js';
import { retriableCall } from '../../outcomes/retriable-call.js';
import { sendAgain } from '../../outcomes/send-again.js';
import { VERSION } from '../../version.js';
import type { WiredRun } from '../../wire/wire-run.js';
import { callName, type Onlooker } from './outcome-words.js';
import type { Finding } from './reconcile-steps.js';

export interface OutcomeDesk {
  /** Every call on record, oldest first. Rejects with QwenError 'io'. */
  read(): Promise<readonly Outcome[]>;
  onlooker(): Onlooker;
  /** Rejects with QwenError 'io' when it can't be put on record. */
  give(id: string, finding: Finding): Promise<Reconciled>;
  /** The call as it was made, or one sentence why it can't be sent again. Rejects with QwenError 'io'. */
  retriable(outcome: Outcome): Promise<RecordedCall | string>;
  /** Only after a person said yes. Nothing was sent when the answer is a sentence. */
  send(outcome: Outcome, args: ToolArguments, signal: AbortSignal): Promise<ToolResult | string>;
  /** Never rejects. */
  close(): Promise<void>;
}

export interface OutcomeDeskOptions {
  readonly loaded: Pick<LoadedSettings, 'runtimeDir' | 'paths'>;
  /** Absolute. */
  readonly cwd: string;
  readonly clock: Clock;
  wired(): Pick<WiredRun, 'servers' | 'policy' | 'session'>;
}

export function createOutcomeDesk({ loaded, cwd, clock, wired }: OutcomeDeskOptions): OutcomeDesk {
  const { runtimeDir, paths } = loaded;
  const journal = createOutcomeJournal({
    ...journalPlaces({ runtimeDir, userDir: paths.userDir }),
    workspace: cwd,
    get session() {
      return wired().session().sessionId;
    },
    version: VERSION,
    clock,
  });
  const source = { dir: journal.dir, own: (id: string) => wired().servers.ownCalls(id) };
  const read = async (): Promise<readonly Outcome[]> => (await readJournal(source)).outcomes;
  const retriable = async (outcome: Outcome): Promise<RecordedCall | string> =>
    retriableCall({ outcome, outcomes: await read(), cwd, runtimeDir, digest: (args) => journal.digest(args) });
  const sendNow: OutcomeDesk['send'] = async ({ id }, args, signal) => {
    const outcome = (await read()).find((one) => one.id === id);
    if (outcome === undefined) return `There is no record ${id} any more, so nothing was sent.`;
    const call = await retriable(outcome);
    if (typeof call === 'string') return call;
    const { server, tool: name, call_id: callId, idempotency_key: idempotencyKey } = outcome.intent;
    const tool = wired().servers.retryTool(server, name, { recordId: id, idempotencyKey });
    if (tool === undefined) return `No server that runs offers ${callName(outcome)}, so nothing was sent.`;
    return sendAgain({ tool, callId, args, policy: wired().policy(), signal });
  };
  /** Records whose call is being sent again: sooner than the record of the retry can say so. */
  const sending = new Set<string>();

  return {
    read,
    onlooker: () => ({ cwd, session: wired().session().sessionId, nowMs: clock.now() }),
    give: (id, { verdict, note }) => giveVerdict({ journal: { ...journal, ...source }, id, as: verdict, note }),
    retriable,
    // Asked again here: a person may take long to answer, and may have answered elsewhere.
    send: async (outcome, args, signal) => {
      if (sending.has(outcome.id)) return `${outcome.id} is being sent again already.`;
      sending.add(outcome.id);
      try {
        return await sendNow(outcome, args, signal);
      } finally {
        sending.delete(outcome.id);
      }
    },
    close: () => journal.close(),
  };
}
