/**
 * Going back in a recorded session: to before something that the user said. Reads the session's file, so what is offered is
 * what a resume would find. Nothing is taken out of the file: the chain of records goes on from an earlier one.
 */
import { readFileSync } from 'node:fs';
import type { History } from '../agent/history.js';
import { QwenError } from '../shared/qwen-error.js';
import { closeDangling } from './close-dangling.js';
import { readContent } from './stored-content.js';
import { chainOf, parseLines, type StoredRecord } from './stored-record.js';
import { toHistory } from './to-history.js';

export interface RewindPoint {
  /** Of the record that holds what the user said. */
  readonly uuid: string;
  readonly text: string;
  /** ISO 8601; empty where the record does not tell. */
  readonly at: string;
}

export interface Rewound {
  /** What was said before. */
  readonly history: History;
  /** What is taken back. */
  readonly undone: History;
  readonly at: string;
  /** The record to go on from; null: the conversation begins anew. */
  readonly parentUuid: string | null;
}

/** Oldest first; none when there is no such file. */
export const rewindPoints = (file: string): readonly RewindPoint[] => chainIn(file).flatMap(pointOf);

/** Throws QwenError('usage') when there is no such point. */
export function rewindTo(file: string, uuid: string): Rewound {
  const chain = chainIn(file);
  const place = chain.findIndex((record) => record.uuid === uuid);
  const [point] = chain.slice(place, place + 1).flatMap(pointOf);
  if (place < 0 || point === undefined) throw new QwenError('usage', 'The session has no such message any more.');
  const kept = chain.slice(0, place);
  return {
    history: closeDangling(toHistory(kept)).history,
    undone: toHistory(chain.slice(place)),
    at: point.at,
    parentUuid: kept.findLast((record) => record.uuid !== undefined)?.uuid ?? null,
  };
}

function chainIn(file: string): readonly StoredRecord[] {
  try {
    return chainOf(parseLines(readFileSync(file, 'utf8')).records);
  } catch {
    return [];
  }
}

function pointOf({ uuid, value }: StoredRecord): RewindPoint[] {
  const { type, provenance, timestamp, message } = value;
  if (uuid === undefined || type !== 'user' || provenance === 'notification') return [];
  const content = readContent(message);
  if (content === undefined || content.results.length > 0 || content.texts.length === 0) return [];
  return [{ uuid, text: content.texts.join('\n'), at: typeof timestamp === 'string' ? timestamp : '' }];
}
