/** What the user of a spawned qwen saw of one row, and what must not have got to anybody. */
import { leaksIn } from './markers.js';
import type { Observation, UserView } from './observation.js';
import { isCancelled, toolName, type Row } from './qwen-row.js';
import { FINAL_TEXT } from './qwen-script.js';
import type { QwenEnd } from './spawn-qwen.js';

export function userView(row: Row, { exitCode, stdout, stderr }: QwenEnd): UserView {
  const lines = stderr.split('\n').filter((line) => line.includes(toolName(row)));
  return {
    exitCode,
    sawAnswer: stdout === `${FINAL_TEXT}\n`,
    wasWarned: lines.some((line) => line.includes('unknown')),
  };
}

/** The call itself, with its arguments, is the model's own message and no leak. */
export function leaksOf({ markers, heard, hand }: Row, end: QwenEnd): readonly string[] {
  const result = hand.told?.result;
  // What a server answered, and what it says when asked, belongs to the model.
  const isAnswer = result === 'success' || result === 'tool_error';
  const toModel = heard.told === undefined || isAnswer ? [] : leaksIn(heard.told, markers, 'with-words');
  return [
    ...toModel.map((what) => `the model was given ${what}`),
    ...leaksIn(end.stdout, markers, 'markers-only').map((what) => `stdout held ${what}`),
    ...leaksIn(end.stderr, markers, 'markers-only').map((what) => `stderr held ${what}`),
  ];
}

/** Why the row could not be played to its end. */
export function troubleOf(row: Row, end: QwenEnd | undefined, limitMs: number): Observation['trouble'] {
  if (end === undefined) return `qwen did not end within ${Math.round(limitMs / 1000)} s`;
  if (row.heard.told !== undefined || isCancelled(row)) return undefined;
  const how = end.exitCode === undefined ? 'a signal' : `exit code ${end.exitCode}`;
  return `qwen ended (${how}) before its model was told of this call`;
}

/** A run that the user stopped: what stderr says of the call is all that anybody was told. */
export async function tellCancelled(row: Row, end: QwenEnd | undefined, binary: 'own' | 'other'): Promise<void> {
  if (!isCancelled(row) || row.hand.told !== undefined || end === undefined) return;
  const saysUnknown = end.stderr.split('\n').some((line) => line.includes(toolName(row)) && line.includes('unknown'));
  const isStopped = binary === 'other' ? end.exitCode !== 0 : saysUnknown;
  await row.hand.tell(isStopped ? 'cancelled' : 'other');
}
