/** One row of a spawned qwen when everything is over: what was seen of it, and its story. */
import { journalLeaks, unknownRecord, type LabRecord } from './lab-journal.js';
import { labEvents, type LabEvent, type Mark } from './lab-events.js';
import type { PlayedRun } from './lab-ports.js';
import { observe } from './observe.js';
import { toolName, type Row } from './qwen-row.js';
import type { QwenEnd } from './spawn-qwen.js';
import { leaksOf, troubleOf, userView } from './user-view.js';

export interface RowFacts {
  /** Undefined when qwen did not end in time. */
  readonly end: QwenEnd | undefined;
  readonly limitMs: number;
  readonly durationMs: number;
  readonly leftBehind: number;
  readonly journalDir: string;
}

export async function playedRow(row: Row, facts: RowFacts): Promise<PlayedRun> {
  const { run, name, host, hand, heard, markers } = row;
  const { end, limitMs, durationMs, leftBehind, journalDir } = facts;
  const record = await unknownRecord(journalDir, { server: name, tool: run.case.tool });
  const observation = observe(run, host, hand, {
    lookup: heard.lookup,
    retry: heard.retry,
    trouble: troubleOf(row, end, limitMs),
    leaks: [...(end === undefined ? [] : leaksOf(row, end)), ...journalLeaks(journalDir, markers)],
    recordId: record?.id,
    recordNamed: record !== undefined && end !== undefined && namesRecord(row, end, record),
    leftBehind,
    user: end === undefined ? undefined : userView(row, end),
  });
  const marks = record === undefined ? hand.marks : withRecord(hand.marks, record);
  return { run, observation, events: labEvents(host.events(), marks, run.case.tool), durationMs };
}

/** The user reads it beside the name of the call. */
const namesRecord = (row: Row, { stderr }: QwenEnd, { id }: LabRecord): boolean =>
  stderr.split('\n').some((line) => line.includes(toolName(row)) && line.includes(id));

/** Nobody in this process saw it being written: it stands where its kind is written, before the call or at its end. */
function withRecord(marks: readonly Mark[], { id, ahead }: LabRecord): readonly Mark[] {
  const at: LabEvent['type'] = ahead ? 'call_made' : 'told';
  return marks.flatMap((mark) => {
    if (mark.event.type !== at) return [mark];
    const recorded: Mark = { afterLines: mark.afterLines, event: { type: 'recorded', record_id: id } };
    return ahead ? [mark, recorded] : [recorded, mark];
  });
}
