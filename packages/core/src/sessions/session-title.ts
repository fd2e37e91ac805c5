/**
 * The title that a person gave a session: the newest `custom_title` record of its file, wherever it stands. Reads the
 * whole file, but looks only at lines that can be such a record.
 */
import { readFileSync } from 'node:fs';
import { QwenError } from '../shared/qwen-error.js';
import type { RecordBody } from './records.js';
import { isObject, parseLines, type JsonObject } from './stored-record.js';

export interface SessionTitle {
  readonly customTitle: string;
  /** `manual`: a person's; other releases know more words. */
  readonly titleSource?: string;
}

const SUBTYPE = 'custom_title';
const LONGEST_TITLE = 200;

/** Undefined when it has none, also when the file can't be read. */
export function titleIn(file: string): SessionTitle | undefined {
  return textOf(file)
    .split('\n')
    .filter((line) => line.includes(SUBTYPE))
    .flatMap((line) => parseLines(line).records)
    .map(({ value }) => readTitle(value))
    .findLast((title) => title !== undefined);
}

export const isTitle = ({ type, subtype }: JsonObject): boolean => type === 'system' && subtype === SUBTYPE;

function readTitle(record: JsonObject): SessionTitle | undefined {
  const payload = record['systemPayload'];
  if (!isTitle(record) || !isObject(payload)) return undefined;
  const { customTitle, titleSource } = payload;
  if (typeof customTitle !== 'string' || customTitle.trim() === '') return undefined;
  return { customTitle, ...(typeof titleSource === 'string' && { titleSource }) };
}

/** The record of a title that a person chose, on one line. Throws QwenError('usage') for an empty or overlong one. */
export function titleRecord(title: string): RecordBody {
  const customTitle = title.replaceAll(/\s+/g, ' ').trim();
  if (customTitle === '' || customTitle.length > LONGEST_TITLE) {
    throw new QwenError('usage', `A session's title has 1 to ${LONGEST_TITLE} characters.`);
  }
  return {
    type: 'system',
    provenance: 'system',
    subtype: SUBTYPE,
    systemPayload: { customTitle, titleSource: 'manual' },
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
