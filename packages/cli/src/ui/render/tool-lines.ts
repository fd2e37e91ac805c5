/** Tool calls as lines: while they wait or run, and with their result. Pure. */
import stringWidth from 'string-width';
import type { LiveTool, ViewItem } from '../state/view-state.js';
import type { ToolView } from '../state/tool-view.js';
import { diffOf } from './diff.js';
import { diffLines } from './diff-lines.js';
import { agentLines } from './agent-lines.js';
import { cut, duration, folded, hanging, tail, wrapped } from './lines.js';
import type { Look } from './look.js';
import { progressLine } from './progress.js';
import { shellResultText } from './shell-result.js';

type ToolItem = Extract<ViewItem, { kind: 'tool' }>;

const RESULT_LINES = 5;
const DIFF_LINES = 12;
/** From here on it is said how long a call takes. */
const SLOW_MS = 3_000;
/** Their result is for the model; people see how much it was. */
const READING: ReadonlySet<string> = new Set([
  'ReadFile',
  'ReadFolder',
  'FindFiles',
  'SearchText',
  'Skill',
  'ToolSearch',
]);

export function toolItemLines({ tool, result }: ToolItem, look: Look): string[] {
  const { marks, style } = look;
  const [mark, paint] = {
    ok: [marks.ok, style.good] as const,
    error: [marks.failed, style.bad] as const,
    denied: [marks.cancelled, style.warning] as const,
    cancelled: [marks.cancelled, style.warning] as const,
    unknown: [marks.unknown, style.warning] as const,
  }[result.status];
  const took = result.durationMs >= SLOW_MS ? duration(result.durationMs) : '';
  return [
    ...headLine(tool, { mark, paint, right: took }, look),
    ...(result.inside === undefined ? [] : indent(agentLines(result.inside, true, { ...look, width: look.width - 4 }))),
    ...indent(resultLines(tool, result, { ...look, width: look.width - 4 })),
  ];
}

function resultLines(tool: ToolView, { status, text }: ToolItem['result'], look: Look): string[] {
  const { expanded, width } = look;
  // The panel below says it, and more.
  if (status === 'unknown' && !expanded) return [];
  if (status === 'ok' && tool.change !== undefined) {
    const diff = diffOf(tool.change.before, tool.change.after);
    if (diff !== undefined) {
      const lines = diffLines(diff, { ...look, numbered: false });
      return expanded ? lines : folded(lines, DIFF_LINES, look);
    }
  }
  // Questions with their answers are few, and what was answered is not to be looked for.
  if (tool.title === 'Question') return wrapped(text.replace(/\n+/g, '\n'), width);
  const isShell = tool.title === 'Shell';
  const lines = wrapped((isShell ? shellResultText(text) : text).replace(/\s+$/, ''), width).filter(
    (line, place, all) => line !== '' || all.length > 1 || place > 0,
  );
  if (expanded || lines.length <= 1) return lines;
  if (status === 'ok' && READING.has(tool.title)) return [look.style.muted(`${lines.length} lines (Ctrl+O)`)];
  return isShell ? tail(lines, look.shellLines ?? RESULT_LINES, look) : folded(lines, RESULT_LINES, look);
}

interface Head {
  readonly mark: string;
  readonly paint: (text: string) => string;
  /** At the right edge. */
  readonly right: string;
}

function headLine(tool: ToolView, { mark, paint, right }: Head, { style, width }: Look): string[] {
  const server = tool.server === undefined ? '' : ` (${tool.server})`;
  const room = width - stringWidth(`${mark}${tool.title}${server}`) - 1 - (right === '' ? 0 : right.length + 1);
  const summary = room < 8 ? '' : cut(tool.summary, room);
  const left = `${style.bold(tool.title)}${style.muted(server)} ${style.muted(summary)}`;
  const gap = ' '.repeat(Math.max(1, room - stringWidth(summary) + 1));
  return hanging(mark, [right === '' ? left.trimEnd() : `${left}${gap}${style.muted(right)}`], paint);
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

/** `frame` is the spinner's sign now; empty where nothing is to move. */
export function liveToolLines(
  tool: LiveTool,
  { nowMs, frame }: { readonly nowMs: number; readonly frame: string },
  look: Look,
): string[] {
  const { marks, style } = look;
  const running = tool.status === 'running';
  const mark = tool.status === 'asking' ? marks.asking : running && frame !== '' ? `${frame} ` : marks.running;
  const ms = tool.startedMs === undefined ? 0 : nowMs - tool.startedMs;
  const right = running && ms >= SLOW_MS ? duration(ms) : '';
  const paint = tool.status === 'asking' ? style.warning : running ? style.info : style.muted;
  const below = [
    ...(tool.progress === undefined ? [] : [progressLine(tool.progress, { ...look, width: look.width - 4 })]),
    ...(tool.inside === undefined ? [] : agentLines(tool.inside, false, { ...look, width: look.width - 4 })),
  ];
  return [...headLine(tool, { mark, paint, right }, look), ...indent(below)];
}
