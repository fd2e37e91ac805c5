/**
 * One canary run as a drawn sequence: qwen, each server process, the loss, the reconnect, the journal. Pure: events in,
 * an SVG out, coloured by the page's own style. Time runs downwards; the order is the ledger's.
 */
import type { LabEvent } from '@qwen-code/qwen-code-core/canary/lab/lab-events.js';
import { escaped } from './html.js';

const LANE = 200;
const LEFT = 100;
const TOP = 44;
const ROW = 30;

interface Lanes {
  readonly processes: number;
  readonly hasJournal: boolean;
}

/** A mark in the drawing; `at` and `to` are lanes: 0 is qwen, 1 the first process, and so on. */
type Mark =
  | { readonly kind: 'note'; readonly at: number; readonly text: string; readonly tone?: Tone }
  | { readonly kind: 'arrow'; readonly at: number; readonly to: number; readonly text: string; readonly tone?: Tone }
  | { readonly kind: 'break'; readonly at: number; readonly text: string };

type Tone = 'call' | 'commit' | 'told' | 'quiet';

export function sequenceSvg(events: readonly LabEvent[], title: string): string {
  const lanes = lanesOf(events);
  const marks = events.map((event) => markOf(event, lanes));
  const width = LEFT + LANE * (lanes.processes + (lanes.hasJournal ? 1 : 0)) + 160;
  const height = TOP + ROW * (marks.length + 1);
  const heads = laneNames(lanes).map((name, lane) => head(name, lane, height));
  return [
    `<svg class="sequence" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    ...heads,
    ...marks.map((mark, row) => draw(mark, TOP + ROW * (row + 1))),
    '</svg>',
  ].join('');
}

function lanesOf(events: readonly LabEvent[]): Lanes {
  const numbers = events.flatMap((event) => ('process' in event ? [event.process] : []));
  return { processes: Math.max(1, ...numbers), hasJournal: events.some(({ type }) => type === 'recorded') };
}

const laneNames = ({ processes, hasJournal }: Lanes): string[] => [
  'qwen',
  ...Array.from({ length: processes }, (_, index) => `server process ${index + 1}`),
  ...(hasJournal ? ['journal'] : []),
];

const x = (lane: number): number => LEFT + lane * LANE;

const head = (name: string, lane: number, height: number): string =>
  `<line class="lane" x1="${x(lane)}" y1="${TOP}" x2="${x(lane)}" y2="${height - 8}"/>` +
  `<rect class="head" x="${x(lane) - 70}" y="8" width="140" height="26" rx="5"/>` +
  `<text class="head-text" x="${x(lane)}" y="26" text-anchor="middle">${escaped(name)}</text>`;

const TOLD: Readonly<Record<string, string>> = {
  success: 'told: the result',
  unknown: 'told: the outcome is unknown',
  connection_lost: 'told: connection lost, safe to repeat',
  timed_out: 'told: no answer in time, outcome unknown',
  timed_out_read: 'told: no answer in time, safe to read again',
  cancelled: 'told: cancelled',
  tool_error: 'told: the tool’s own error',
  unavailable: 'told: not available, nothing sent',
  other: 'told something else',
};

function markOf(event: LabEvent, { processes }: Lanes): Mark {
  switch (event.type) {
    case 'call_made':
      return { kind: 'note', at: 0, text: 'the model calls the tool' };
    case 'told':
      return { kind: 'note', at: 0, text: TOLD[event.result] ?? event.result, tone: 'told' };
    case 'trust_taken':
      return { kind: 'note', at: 0, text: `trust in the ${event.of} is taken away` };
    case 'cancelled':
      return { kind: 'note', at: 0, text: 'the user cancels' };
    case 'retry_made':
      return { kind: 'note', at: 0, text: 'the model asks for the same call again' };
    case 'retry_told':
      return {
        kind: 'note',
        at: 0,
        text: event.retry === 'blocked' ? 'held back' : `again: ${event.retry}`,
        tone: 'told',
      };
    case 'lookup_made':
      return { kind: 'note', at: 0, text: 'an independent read', tone: 'quiet' };
    case 'lookup_told':
      return { kind: 'note', at: 0, text: event.answered ? 'read answered' : 'read not answered', tone: 'quiet' };
    case 'recorded':
      return { kind: 'arrow', at: 0, to: processes + 1, text: event.record_id };
    case 'process_started':
      return { kind: 'note', at: event.process, text: 'starts', tone: 'quiet' };
    case 'connecting':
      return { kind: 'arrow', at: 0, to: event.process, text: 'initialize', tone: 'quiet' };
    case 'listed':
      return { kind: 'arrow', at: event.process, to: 0, text: 'tools and annotations', tone: 'quiet' };
    case 'call_arrived':
      return { kind: 'arrow', at: 0, to: event.process, text: `tools/call, send ${event.attempt}`, tone: 'call' };
    case 'committed':
      return { kind: 'note', at: event.process, text: 'commits', tone: 'commit' };
    case 'answered':
      return { kind: 'arrow', at: event.process, to: 0, text: 'answer' };
    case 'no_answer':
      return { kind: 'note', at: event.process, text: 'gives no answer' };
    case 'connection_lost':
      return { kind: 'break', at: event.process, text: `connection lost: ${event.how}` };
    case 'lookup_arrived':
      return { kind: 'arrow', at: 0, to: event.process, text: 'lookup', tone: 'quiet' };
  }
}

function draw(mark: Mark, y: number): string {
  const tone = 'tone' in mark && mark.tone !== undefined ? ` ${mark.tone}` : '';
  switch (mark.kind) {
    case 'note':
      return (
        `<circle class="dot${tone}" cx="${x(mark.at)}" cy="${y - 4}" r="5"/>` +
        `<text class="label${tone}" x="${x(mark.at) + 12}" y="${y}">${escaped(mark.text)}</text>`
      );
    case 'arrow': {
      const [from, to] = [x(mark.at), x(mark.to)];
      const tip = to > from ? -7 : 7;
      return (
        `<line class="arrow${tone}" x1="${from}" y1="${y}" x2="${to}" y2="${y}"/>` +
        `<path class="tip${tone}" d="M${to} ${y} l${tip} -4 v8 z"/>` +
        `<text class="label${tone}" x="${(from + to) / 2}" y="${y - 5}" text-anchor="middle">${escaped(mark.text)}</text>`
      );
    }
    case 'break': {
      const middle = (x(0) + x(mark.at)) / 2;
      return (
        `<path class="break" d="M${x(0)} ${y} H${middle - 14} l7 -9 l7 18 l7 -18 l7 9 H${x(mark.at)}"/>` +
        `<path class="break" d="M${x(mark.at) - 6} ${y - 6} l12 12 m0 -12 l-12 12"/>` +
        `<text class="label lost" x="${x(mark.at) + 12}" y="${y + 4}">${escaped(mark.text)}</text>`
      );
    }
  }
}
