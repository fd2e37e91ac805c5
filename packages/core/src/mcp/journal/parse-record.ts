/**
 * One line of a journal file as a record. Tolerant: fields that are missing or of another type become empty ones, and
 * fields that are not ours are dropped. What a line must have is its version, its type and its id.
 */
import { parseHints } from '../discovery/hints.js';
import {
  CALL_RESULTS,
  JOURNAL_VERSION,
  REACHES,
  VERDICTS,
  type IntentRecord,
  type JournalRecord,
  type ProcessRecord,
  type ReconciledRecord,
  type SettledRecord,
} from './records.js';

export type ParsedLine =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  /** Whole, but of another version or type. */
  | { readonly kind: 'foreign' }
  /** Not a record at all: torn, overwritten, edited. */
  | { readonly kind: 'corrupt' };

type Fields = Readonly<Record<string, unknown>>;

export function parseRecord(line: string): ParsedLine {
  const fields = parseObject(line);
  if (fields === undefined || typeof fields['type'] !== 'string') return { kind: 'corrupt' };
  if (fields['v'] !== JOURNAL_VERSION) return { kind: 'foreign' };
  const make = MAKERS.get(fields['type']);
  if (make === undefined) return { kind: 'foreign' };
  const record = make(fields);
  return record === undefined ? { kind: 'corrupt' } : { kind: 'record', record };
}

/** An intent of which only the id can be read: the call is on record all the same. */
export function unreadableIntent(id: string, at = ''): IntentRecord {
  return intent({ id, at }) as IntentRecord;
}

const MAKERS: ReadonlyMap<unknown, (fields: Fields) => JournalRecord | undefined> = new Map<
  unknown,
  (fields: Fields) => JournalRecord | undefined
>([
  ['process', processRecord],
  ['intent', intent],
  ['settled', settled],
  ['reconciled', reconciled],
]);

function processRecord(fields: Fields): ProcessRecord {
  return {
    v: 1,
    type: 'process',
    at: text(fields['at']),
    pid: whole(fields['pid']),
    started: text(fields['started']),
    qwen_version: text(fields['qwen_version']),
    session: textOrNull(fields['session']),
  };
}

function intent(fields: Fields): IntentRecord | undefined {
  const id = text(fields['id']);
  if (id === '') return undefined;
  return {
    v: 1,
    type: 'intent',
    id,
    at: text(fields['at']),
    session: textOrNull(fields['session']),
    workspace: text(fields['workspace']),
    server: text(fields['server']),
    tool: text(fields['tool']),
    epoch: whole(fields['epoch']),
    transport: text(fields['transport']),
    annotations: parseHints(fields['annotations']) ?? null,
    server_trusted: fields['server_trusted'] === true,
    workspace_trusted: fields['workspace_trusted'] === true,
    arguments_digest: text(fields['arguments_digest']),
    target: text(fields['target']),
    call_id: text(fields['call_id']),
    idempotency_key: text(fields['idempotency_key']),
    attempt: whole(fields['attempt']),
    retry_of: textOrNull(fields['retry_of']),
  };
}

/** A result that is not one of ours proves nothing: the record is corrupt, and its call stays open. */
function settled(fields: Fields): SettledRecord | undefined {
  const id = text(fields['id']);
  const result = oneOf(CALL_RESULTS, fields['result']);
  if (id === '' || result === undefined) return undefined;
  return {
    v: 1,
    type: 'settled',
    id,
    at: text(fields['at']),
    result,
    // Without a known reach it may have run.
    reach: fields['reach'] === null ? null : (oneOf(REACHES, fields['reach']) ?? 'unanswered'),
    attempts: whole(fields['attempts']),
  };
}

function reconciled(fields: Fields): ReconciledRecord | undefined {
  const id = text(fields['id']);
  const as = oneOf(VERDICTS, fields['as']);
  if (id === '' || as === undefined) return undefined;
  return {
    v: 1,
    type: 'reconciled',
    id,
    at: text(fields['at']),
    as,
    note: text(fields['note']),
    by: textOrNull(fields['by']),
  };
}

function parseObject(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const whole = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);
