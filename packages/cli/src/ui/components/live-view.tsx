/** What still changes: thinking, the last block of the answer, calls that wait or run, messages that wait. Never higher than it may be. */
import type { ReactElement } from 'react';
import { useLook, useScreenSize, useTick, useView } from '../app/hooks.js';
import { useServices } from '../app/services.js';
import { hanging, cut } from '../render/lines.js';
import { busyLine, SPINNER, SPINNER_MS } from '../render/busy-line.js';
import type { Look } from '../render/look.js';
import { answerLines } from '../render/item-lines.js';
import { shellLines } from '../render/shell-lines.js';
import { liveToolLines } from '../render/tool-lines.js';
import type { ViewState } from '../state/view-state.js';
import { LinesView } from './lines-view.js';

export function LiveView({ maxLines }: { readonly maxLines: number }): ReactElement | null {
  const view = useView();
  const look = useLook();
  const { clock, screenReader } = useServices();
  const { rows } = useScreenSize();
  const busy = view.activity.kind === 'busy';
  const tick = useTick(screenReader ? 1_000 : SPINNER_MS, busy);
  const frame = screenReader ? '' : (SPINNER[tick % SPINNER.length] ?? '');
  const nowMs = clock.now();
  const tools = [
    ...view.live.tools.flatMap((tool) => liveToolLines(tool, { nowMs, frame }, look)),
    ...(view.shell === undefined ? [] : shellLines(view.shell, { nowMs, frame }, look)),
  ];
  const status = view.activity.kind === 'busy' ? [busyLine(view, { nowMs, frame }, look)] : [];
  const fixed = [...gap(tools), ...gap([...status, ...queueLines(view, look)])].slice(-maxLines);
  const room = Math.max(0, Math.min(maxLines, rows) - fixed.length);
  const lines = [...(room === 0 ? [] : speech(view, look).slice(-room)), ...fixed];
  return <LinesView lines={lines} />;
}

const gap = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', ...lines]);

function speech({ live }: ViewState, look: Look): string[] {
  const { style, marks, width } = look;
  if (live.thinking.trim() !== '') {
    const last = live.thinking.trim().split('\n').at(-1) ?? '';
    return ['', ...hanging(marks.thinking, [style.muted(cut(last, width - 2))], style.muted)];
  }
  if (live.answer === '') return [];
  const lines = answerLines(live.answer, { ...look, width: width - 2 });
  const shown = hanging(live.begun ? '  ' : marks.answer, lines, style.accent);
  return live.joined ? shown : ['', ...shown];
}

const MOST_QUEUED = 3;

/** The newest at the end: that is the one that Up takes back. */
function queueLines({ queue }: ViewState, { style, width }: Look): string[] {
  const shown = queue.slice(-MOST_QUEUED);
  const lines = shown.map(({ text, when, shell }, place) => {
    const what = when === 'now' ? 'to be added: ' : `next: ${shell === true ? '! ' : ''}`;
    const back = place === shown.length - 1 ? ' (Up to edit)' : '';
    return style.muted(`${cut(`${what}${text.replaceAll('\n', ' ')}`, width - back.length)}${back}`);
  });
  const before = queue.length - shown.length;
  return before === 0 ? lines : [style.muted(`${before} more wait before these`), ...lines];
}
