/** What still changes: thinking, the last block of the answer, calls that wait or run, messages that wait. Never higher than it may be. */
import type { ReactElement } from 'react';
import { useLook, useScreenSize, useTick, useView } from '../app/hooks.js';
import { useServices } from '../app/services.js';
import { hanging, cut } from '../render/lines.js';
import { busyLine, SPINNER, SPINNER_MS } from '../render/busy-line.js';
import type { Look } from '../render/look.js';
import { markdownLines } from '../render/markdown.js';
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
  const tools = view.live.tools.flatMap((tool) => liveToolLines(tool, { nowMs, frame }, look));
  const status = view.activity.kind === 'busy' ? [busyLine(view, { nowMs, frame }, look)] : [];
  const fixed = [...gap(tools), ...gap([...status, ...queueLines(view, look)])];
  const room = Math.max(2, Math.min(maxLines, rows) - Math.min(fixed.length, maxLines));
  const lines = [...speech(view, look).slice(-room), ...fixed.slice(-maxLines)];
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
  const lines = markdownLines(live.answer, { ...look, width: width - 2 });
  const shown = hanging(live.begun ? '  ' : marks.answer, lines, style.accent);
  return live.joined ? shown : ['', ...shown];
}

const MOST_QUEUED = 3;

function queueLines({ queue }: ViewState, { style, width }: Look): string[] {
  const lines = queue.slice(0, MOST_QUEUED).map(({ text, when }) => {
    const what = when === 'now' ? 'to be added: ' : 'next: ';
    return style.muted(cut(`${what}${text.replaceAll('\n', ' ')}`, width));
  });
  return queue.length > MOST_QUEUED ? [...lines, style.muted(`and ${queue.length - MOST_QUEUED} more`)] : lines;
}
