/** What is on record of calls, in words, for `qwen mcp outcomes` and for /outcomes. Pure. */
import type { OutcomeState } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { columns, cut, wrap } from '../commands/mcp/inventory/layout.js';
import type { OutcomeView } from './outcome-view.js';

const STATE_WORDS: Readonly<Record<OutcomeState, string>> = {
  unknown: 'UNKNOWN',
  in_flight: 'in flight',
  settled: 'answered',
  committed: 'committed',
  not_committed: 'not committed',
};

const HEAD = ['ID', 'STATE', 'WHEN', 'SERVER', 'TOOL', 'HOW IT ENDED'];
const LONGEST_NAME = 40;

export function outcomeTable(views: readonly OutcomeView[], width: number): string[] {
  const rows = views.map((view) => [
    view.id,
    stateWords(view),
    shortTime(view.at),
    cut(view.server, LONGEST_NAME),
    cut(view.tool, LONGEST_NAME),
    endWords(view),
  ]);
  const table = columns([HEAD, ...rows], width);
  if (table !== undefined) return table;
  return rows.flatMap(([id = '', state = '', when = '', server, tool, end]) => [
    ...wrap(`${id}  ${state}  ${when}`, width, '  '),
    ...wrap(`  ${server} ${tool}: ${end}`, width, '    '),
  ]);
}

/** Everything on record of one call, a line each, and what can be done now. */
export function outcomePage(view: OutcomeView): string[] {
  const rows = outcomeRows(view);
  const widest = Math.max(...rows.map(([name]) => name.length));
  return [...rows.map(([name, value]) => `${name.padEnd(widest)}  ${value}`), '', ...nextSteps(view)];
}

/** Everything on record of one call: names and values. */
export function outcomeRows(view: OutcomeView): readonly (readonly [name: string, value: string])[] {
  return [
    ['Record', view.id],
    ['State', stateWords(view)],
    ['Called', view.at],
    ['Ended', view.ended_at ?? 'no end is on record'],
    ['How it ended', endWords(view)],
    ['Server', `${view.server} (${view.transport}: ${view.target})`],
    ['Tool', view.tool],
    ['Annotations', view.annotations === null ? 'none' : JSON.stringify(view.annotations)],
    ['Trusted', `server ${yesNo(view.server_trusted)}, workspace ${yesNo(view.workspace_trusted)}`],
    ['Workspace', view.workspace],
    ['Session', view.session ?? 'none'],
    ['Tool call', view.call_id],
    ['Arguments', `${view.arguments_digest} (a keyed digest; the arguments are not kept here)`],
    ['Idempotency key', view.idempotency_key],
    ['Sent', view.attempts === 1 ? 'once' : `${view.attempts} times`],
    ...(view.retry_of === null ? [] : [['Retry of', view.retry_of] as const]),
    ...view.reconciliations.map(
      ({ at, as, note, by }) => ['Reconciled', `${at} as ${as}${by === null ? '' : ` by ${by}`}: ${note}`] as const,
    ),
  ];
}

/** Of a call that nobody has to do anything about. */
export const NOTHING_TO_DO: Readonly<Record<'in_flight' | 'committed' | 'settled', string>> = {
  in_flight: 'It is still running.',
  committed: 'It happened. There is nothing to do.',
  settled: 'It was answered, or never left. There is nothing to do.',
};

function nextSteps({ id, state }: OutcomeView): string[] {
  switch (state) {
    case 'unknown':
      return [
        'The operation may have completed. Look at the system it works on, then say what you found:',
        `  qwen mcp outcomes reconcile ${id} --as committed --note "..."`,
        `  qwen mcp outcomes reconcile ${id} --as not_committed --note "..."`,
        'Until then an identical call is held back.',
      ];
    case 'not_committed':
      return [`It did not happen. To send it once more, in a terminal: qwen mcp outcomes retry ${id}`];
    default:
      return [NOTHING_TO_DO[state]];
  }
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

export const stateWords = ({ state, reconciliations }: OutcomeView): string =>
  state === 'unknown' && reconciliations.length > 0 ? `${STATE_WORDS.unknown} (looked at)` : STATE_WORDS[state];

export function endWords({ result, reach, state }: OutcomeView): string {
  if (result === null) return state === 'in_flight' ? 'not yet' : 'qwen ended before the answer';
  if (result === 'answered') return 'answered';
  if (result === 'tool_error') return 'answered with an error';
  const words = result.replaceAll('_', ' ');
  return reach === 'unanswered' || reach === null ? words : `${words} (${reach})`;
}

/** To the second, without the date's day of the week or a zone: journal times are UTC. */
export const shortTime = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
