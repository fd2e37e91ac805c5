/** A command of the person at the terminal while it runs: the command and the end of its output. Pure. */
import type { TypedCommand } from '../state/view-state.js';
import { tail, wrapped } from './lines.js';
import type { Look } from './look.js';
import { liveToolLines } from './tool-lines.js';

const OUTPUT_LINES = 8;
/** Enough for so many lines of any width; the rest need not be wrapped at every frame. */
const OUTPUT_CHARS = 4_000;

export function shellLines(
  { command, startedMs, output }: TypedCommand,
  moment: { readonly nowMs: number; readonly frame: string },
  look: Look,
): string[] {
  const tool = { callId: '', title: 'Shell', summary: command.replaceAll('\n', ' '), server: undefined } as const;
  const live = {
    ...tool,
    change: undefined,
    status: 'running',
    startedMs,
    progress: undefined,
    inside: undefined,
  } as const;
  const lines = wrapped(output.slice(-OUTPUT_CHARS).trimEnd(), look.width - 4);
  const shown = output.trim() === '' ? [] : tail(lines, OUTPUT_LINES, look);
  return [...liveToolLines(live, moment, look), ...shown.map((line) => `    ${line}`)];
}
