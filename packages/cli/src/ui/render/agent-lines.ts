/** What a sub-agent does or did: its last calls below its own line, and what it came to. Pure. */
import type { AgentProgress, AgentStep } from '../state/agent-progress.js';
import { count, cut } from './lines.js';
import type { Look } from './look.js';

/** While it works; all of them when everything is shown whole. */
const SHOWN_STEPS = 3;

export function agentLines(progress: AgentProgress, ended: boolean, look: Look): string[] {
  const { style, width, expanded } = look;
  const { calls, tokens, steps } = progress;
  const kept = ended && !expanded ? 0 : expanded ? steps.length : SHOWN_STEPS;
  const shown = kept === 0 ? [] : steps.slice(-kept);
  const facts = [
    `${calls} ${calls === 1 ? 'call' : 'calls'}`,
    ...(tokens === 0 ? [] : [`${count(tokens)} tokens`]),
    ...(ended && !expanded && calls > 0 ? ['Ctrl+O shows them'] : []),
  ];
  return [...shown.map((step) => stepLine(step, look)), style.muted(cut(facts.join(' · '), width))];
}

function stepLine({ title, summary, status }: AgentStep, { style, marks, width }: Look): string {
  const [mark, paint] = {
    running: [marks.running, style.info] as const,
    ok: [marks.ok, style.good] as const,
    failed: [marks.failed, style.bad] as const,
  }[status];
  return paint(mark) + style.muted(cut(`${title} ${summary}`.trim(), width - mark.length));
}
