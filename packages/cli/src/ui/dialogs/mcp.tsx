/** `/mcp`: the servers of the run, page by page, as they are at the moment. What pages say and keys mean is in mcp/. */
import { useEffect, useState, type ReactElement } from 'react';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { ServerDesk } from '../../wire/server-desk.js';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { shareRows } from '../app/rows.js';
import { LinesView } from '../components/lines-view.js';
import { pageOf } from '../mcp/page-of.js';
import { pageStep, textStart, trailTo, type Level, type McpAct, type PageView, type Trail } from '../mcp/pages.js';
import type { ToolDetail } from '../mcp/tool-pages.js';
import { cut, framed, wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogKeys, useDialogReady } from './dialog-host.js';
import { scrollLines, SCROLL_HINT, TOP, windowed } from './scroll-list.js';

export interface McpDialogProps {
  readonly desk: ServerDesk;
  readonly detail: ToolDetail;
  /** Opens with this server. */
  readonly server?: string | undefined;
  /** Asks about a server of the project, and carries the answer out. Never rejects. */
  decide(server: string): Promise<void>;
}

/** What is to stand in the prompt; undefined: nothing. */
export type McpDialogResult = string | undefined;

export const mcpDialog = (props: McpDialogProps): Dialog<McpDialogResult> => ({
  name: 'mcp',
  render: (done) => <McpServers {...props} done={done} />,
});

function McpServers({
  desk,
  detail,
  server,
  decide,
  done,
}: McpDialogProps & { readonly done: (result: McpDialogResult) => void }): ReactElement {
  useChanges(desk);
  const look = useLook();
  const rows = useBodyRows();
  const ready = useDialogReady();
  const trail = useCurrent<Trail>(
    trailTo({ kind: 'servers' }, ...(server === undefined ? [] : [{ kind: 'server' as const, server }])),
  );
  const note = useCurrent<{ readonly server: string; readonly text: string } | undefined>(undefined);
  const view = ({ page }: Level): PageView =>
    pageOf(page, { desk, detail, note: note.now() }, { style: look.style, width: look.width - 4 });

  const act = async (what: McpAct, name: string): Promise<void> => {
    const tell = (text: string): void => note.set({ server: name, text });
    try {
      if (what === 'approve') return await decide(name);
      tell(BEFORE[what]);
      tell(await carryOut(what, name, desk));
    } catch (error) {
      tell(shownText(error));
    }
  };
  useDialogKeys((id, text) => {
    const now = trail.now();
    const level = now.at(-1);
    const step = level && pageStep(now, view(level), { id, text }, rows);
    if (step?.kind === 'moved') trail.set(step.trail);
    else if (step?.kind === 'closed') done(undefined);
    else if (step?.kind === 'insert') done(step.text);
    else if (step?.kind === 'act') {
      if (level?.list.filter !== undefined) trail.set([...now.slice(0, -1), { ...level, list: TOP }]);
      void act(step.act, step.server);
    }
  });
  const level = trail.shown.at(-1);
  return <LinesView lines={level === undefined ? [] : pageLines(level, view(level), { look, rows, ready })} />;
}

/** Draws anew whenever something about a server changes. */
function useChanges(desk: ServerDesk): void {
  const [, draw] = useState(0);
  useEffect(() => desk.onChange(() => draw((count) => count + 1)), [desk]);
}

/** The frame and the hint. */
const AROUND_ROWS = 3;
const useBodyRows = (): number => shareRows(useScreenSize().rows, true).dialog - AROUND_ROWS;

const BEFORE: Readonly<Record<Exclude<McpAct, 'approve'>, string>> = {
  reconnect: 'connecting…',
  enable: 'enabling…',
  disable: 'disabling…',
};

async function carryOut(what: Exclude<McpAct, 'approve'>, name: string, desk: ServerDesk): Promise<string> {
  if (what === 'reconnect') return (await desk.reconnect(name)).shown;
  await desk.setEnabled(name, what === 'enable');
  const isOff = desk.list().some((each) => each.name === name && each.state === 'excluded');
  if (what === 'disable') return 'Disabled: "mcp.excluded" of your settings names it.';
  return isOff
    ? 'It is still disabled: other settings exclude it too.'
    : 'Enabled: your settings do not exclude it any more.';
}

interface PageFrame {
  readonly look: Look;
  readonly rows: number;
  readonly ready: boolean;
}

function pageLines(level: Level, { title, head, body, empty }: PageView, { look, rows, ready }: PageFrame): string[] {
  const { style, marks, width } = look;
  const inner = width - 4;
  const room = Math.max(4, rows - head.length);
  const isEmpty = (body.kind === 'list' ? body.items : body.lines).length === 0;
  const shown = isEmpty
    ? wrapped(empty, inner).map(style.muted)
    : body.kind === 'list'
      ? scrollLines(body.items, level.list, { style, width: inner, rows: room })
      : textLines(level, body, { look, rows: room });
  const hint = body.kind === 'list' ? SCROLL_HINT : 'Up and down scroll, Esc goes back';
  const lines = [...head, ...(head.length === 0 ? [] : ['']), ...shown, style.muted(ready ? cut(hint, inner) : ' ')];
  return marks.boxes ? framed(title, lines, { width, paint: style.accent }) : [title, ...lines];
}

function textLines(
  level: Level,
  body: Extract<PageView['body'], { kind: 'text' }>,
  { look, rows }: Pick<PageFrame, 'look' | 'rows'>,
): string[] {
  const start = textStart(level, body, rows);
  return windowed(body.lines, { from: start, to: start + rows - 3 }, { style: look.style, rows });
}
