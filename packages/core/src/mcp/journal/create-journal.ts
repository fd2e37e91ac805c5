/**
 * The outcome journal of one process: intents before a call leaves, ends after it, verdicts of people (reconcile). It
 * touches no file before the first record. Arguments come in and only their digest goes on (digest).
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../shared/clock.js';
import { QwenError } from '../../shared/qwen-error.js';
import { createAppender } from './append.js';
import { digestWith, type Digest } from './digest.js';
import { notWritten } from './io-problem.js';
import type { OpenFile } from './journal-file.js';
import { loadKey } from './key-file.js';
import type { CallJournal, IntendedCall } from './port.js';
import { identifyProcess } from './process-identity.js';
import type { OwnCalls } from './read.js';
import { recordLine, type IntentRecord, type ReconciledRecord, type SettledRecord } from './records.js';
import type { Settlement } from './settlement.js';

export interface JournalOptions {
  /** Made when the first record is written. */
  readonly dir: string;
  /** The user's key for digests (see key-file). */
  readonly keyFile: string;
  /** Absolute: the scope within which calls are told to be the same. */
  readonly workspace: string;
  readonly session: string | null;
  /** The version of qwen. */
  readonly version: string;
  readonly clock: Clock;
  /** For tests of full and failing disks. */
  readonly openFile?: OpenFile;
}

export interface OutcomeJournal extends CallJournal {
  readonly dir: string;
  readonly workspace: string;
  /** What it knows of its own calls better than its file. */
  readonly own: OwnCalls;
  /** The digest that identical calls share. Rejects with a QwenError when the key can't be had. */
  digest(args: unknown): Promise<string>;
  /** Durable once it resolves. Rejects with a QwenError; which verdicts make sense is not asked here (reconcile). */
  reconcile(verdict: Pick<ReconciledRecord, 'id' | 'as' | 'note' | 'by'>): Promise<ReconciledRecord>;
  /** Lets the file go; a later record goes to a new one. Never rejects. */
  close(): Promise<void>;
}

export const newRecordId = (): string => `mo_${randomBytes(8).toString('hex')}`;

const NOT_SENT = 'The call was not sent';

export function createOutcomeJournal(options: JournalOptions): OutcomeJournal {
  const { dir, clock, workspace } = options;
  /** Intents without a written end: a new file must hold them too. */
  const unended = new Map<string, string>();
  /** Ends that could not be written: they go out with the next line. */
  const owed = new Map<string, string>();
  const busyWith = new Set<string>();
  let digest: Promise<Digest> | undefined;

  const at = (): string => new Date(clock.now()).toISOString();
  const appender = createAppender({
    dir,
    head: () => headLine({ ...options, at: at() }),
    carry: () => [...unended.values()],
    now: () => clock.now(),
    openFile: options.openFile,
  });
  const append = async (line: string, durable: boolean, undone: string): Promise<void> => {
    const due = [...owed];
    const text = due.map(([, end]) => end).join('') + line;
    await appender.append(text, { durable }).catch((error: unknown) => {
      throw notWritten(dir, error, undone);
    });
    for (const [id] of due) forget(id);
  };
  const forget = (id: string): void => {
    unended.delete(id);
    owed.delete(id);
  };
  const digestOf = async (args: unknown): Promise<string> => {
    digest ??= loadKey(options.keyFile).then(digestWith);
    digest.catch(() => (digest = undefined)); // The next call tries again.
    return (await digest)(args);
  };
  const intentOf = async (attempt: IntendedCall): Promise<IntentRecord> =>
    intentRecord(attempt, {
      id: newRecordId(),
      at: at(),
      // Another conversation may have begun since.
      session: options.session,
      workspace,
      digest: await digestFor(attempt),
    });
  const digestFor = (attempt: IntendedCall): Promise<string> =>
    digestOf(attempt.args).catch((error: unknown) => {
      throw error instanceof QwenError ? error : new QwenError('io', `${NOT_SENT}: its arguments are not JSON.`, error);
    });

  return {
    dir,
    workspace,
    own: (id) => (busyWith.has(id) ? 'out' : owed.has(id) ? 'over' : undefined),
    digest: digestOf,
    intend: async (attempt) => {
      const record = await intentOf(attempt);
      const line = recordLine(record);
      busyWith.add(record.id);
      try {
        await append(line, true, NOT_SENT);
      } catch (error) {
        busyWith.delete(record.id);
        throw error;
      }
      unended.set(record.id, line);
      return record.id;
    },
    settle: async (id, settlement) => {
      busyWith.delete(id);
      const line = settledLine(id, at(), settlement);
      try {
        await append(line, false, 'The end of the call is not on record');
        forget(id);
      } catch (error) {
        owed.set(id, line);
        throw error;
      }
    },
    record: async (attempt, settlement) => {
      const intent = await intentOf(attempt);
      await append(recordLine(intent) + settledLine(intent.id, at(), settlement), true, 'The call is not on record');
      return intent.id;
    },
    reconcile: async ({ id, as, note, by }) => {
      const record: ReconciledRecord = { v: 1, type: 'reconciled', id, at: at(), as, note, by };
      await append(recordLine(record), true, 'Nothing was reconciled');
      return record;
    },
    close: () => appender.close(),
  };
}

function headLine({ session, version, at }: JournalOptions & { readonly at: string }): string {
  const { pid, started } = identifyProcess();
  return recordLine({ v: 1, type: 'process', at, pid, started, qwen_version: version, session });
}

interface RecordFacts {
  readonly id: string;
  readonly at: string;
  readonly session: string | null;
  readonly workspace: string;
  readonly digest: string;
}

function intentRecord(attempt: IntendedCall, facts: RecordFacts): IntentRecord {
  return {
    v: 1,
    type: 'intent',
    id: facts.id,
    at: facts.at,
    session: facts.session,
    workspace: facts.workspace,
    server: attempt.server,
    tool: attempt.tool,
    epoch: attempt.epoch,
    transport: attempt.transport,
    annotations: attempt.hints ?? null,
    server_trusted: attempt.trust.server === true,
    workspace_trusted: attempt.trust.workspace === true,
    arguments_digest: facts.digest,
    target: attempt.target,
    call_id: attempt.callId,
    idempotency_key: attempt.idempotencyKey,
    attempt: attempt.attempt,
    retry_of: attempt.retryOf ?? null,
  };
}

function settledLine(id: string, at: string, { result, reach, attempts }: Settlement): string {
  const record: SettledRecord = { v: 1, type: 'settled', id, at, result, reach, attempts };
  return recordLine(record);
}
