/**
 * What one journal file says, built up as its bytes come. Pure. Built for speed over long histories: an intent is
 * recognised by how its line begins and parsed when somebody asks for it.
 *
 * A line that is not a record is counted and skipped, wherever it stands: no line makes another unreadable.
 */
import { parseRecord, unreadableIntent } from './parse-record.js';
import {
  CALL_RESULTS,
  REACHES,
  type IntentRecord,
  type ProcessRecord,
  type ReconciledRecord,
  type SettledRecord,
} from './records.js';

export interface IntentEntry {
  readonly id: string;
  readonly at: string;
  /** Parses the line at each call. A line that is broken behind its id gives a record of empty fields. */
  read(): IntentRecord;
}

export interface FileView {
  process: ProcessRecord | undefined;
  readonly intents: Map<string, IntentEntry>;
  readonly settled: Map<string, SettledRecord>;
  readonly reconciled: ReconciledRecord[];
  /** Numbers of lines that are not records, from 1. */
  readonly corrupt: number[];
  /** How many lines there were, and how many of them are of another version or type. */
  lines: number;
  foreign: number;
}

export const newFileView = (): FileView => ({
  process: undefined,
  intents: new Map(),
  settled: new Map(),
  reconciled: [],
  corrupt: [],
  lines: 0,
  foreign: 0,
});

const LINE_FEED = 0x0a;
const BRACE = 0x7d;
/** As recordLine writes them; any other order of keys goes the slow way. */
const INTENT = /\{"v":1,"type":"intent","id":"([^"\\]{1,64})","at":"([^"\\]{0,40})"/y;
const SETTLED =
  /\{"v":1,"type":"settled","id":"([^"\\]{1,64})","at":"([^"\\]{0,40})","result":"([a-z_]+)","reach":(null|"[a-z]+"),"attempts":(\d{1,9})\}\n/y;

/** Adds every whole line, and returns how many bytes they took: what comes behind them is not whole yet, or torn. */
export function addLines(view: FileView, bytes: Buffer): number {
  // One byte a character, so that places in the text are places in the bytes.
  const text = bytes.toString('latin1');
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
    if (!addSettled(view, text, start)) addLine(view, { bytes, text, start, end });
    start = end + 1;
  }
  return start;
}

/** A last line without its line feed counts when it is a whole record; else it is torn, which a crash may leave. */
export function addTail(view: FileView, bytes: Buffer): { readonly torn: boolean } {
  if (bytes.length === 0) return { torn: false };
  if (parseRecord(bytes.toString('utf8')).kind !== 'record') return { torn: true };
  addLine(view, { bytes, text: bytes.toString('latin1'), start: 0, end: bytes.length });
  return { torn: false };
}

interface Line {
  readonly bytes: Buffer;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function addLine(view: FileView, { bytes, text, start, end }: Line): void {
  view.lines += 1;
  if (start === end) return;
  INTENT.lastIndex = start;
  const intent = INTENT.exec(text);
  if (intent === null || start + intent[0].length > end) {
    addParsed(view, bytes.toString('utf8', start, end));
    return;
  }
  const [, id = '', at = ''] = intent;
  if (bytes[end - 1] !== BRACE) view.corrupt.push(view.lines);
  view.intents.set(id, { id, at, read: () => readIntent(bytes.toString('utf8', start, end), id, at) });
}

function addSettled(view: FileView, text: string, start: number): boolean {
  SETTLED.lastIndex = start;
  const [, id, at = '', written, reachText = '', attempts] = SETTLED.exec(text) ?? [];
  const result = CALL_RESULTS.find((one) => one === written);
  const reach = reachText === 'null' ? null : REACHES.find((one) => `"${one}"` === reachText);
  if (id === undefined || result === undefined || reach === undefined) return false;
  view.lines += 1;
  view.settled.set(id, { v: 1, type: 'settled', id, at, result, reach, attempts: Number(attempts) });
  return true;
}

function addParsed(view: FileView, text: string): void {
  const parsed = parseRecord(text);
  if (parsed.kind === 'foreign') view.foreign += 1;
  if (parsed.kind === 'corrupt') view.corrupt.push(view.lines);
  if (parsed.kind !== 'record') return;
  const { record } = parsed;
  switch (record.type) {
    case 'process':
      view.process = record;
      return;
    case 'intent':
      view.intents.set(record.id, { id: record.id, at: record.at, read: () => record });
      return;
    case 'settled':
      view.settled.set(record.id, record);
      return;
    case 'reconciled':
      view.reconciled.push(record);
  }
}

function readIntent(line: string, id: string, at: string): IntentRecord {
  const parsed = parseRecord(line);
  return parsed.kind === 'record' && parsed.record.type === 'intent' ? parsed.record : unreadableIntent(id, at);
}
