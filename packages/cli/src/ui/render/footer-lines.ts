/** The lines under the prompt. Pure. What must not be missed comes first, and gives way last on a narrow screen. */
import { basename } from 'node:path';
import stringWidth from 'string-width';
import type { Facts, Totals } from '../state/view-state.js';
import { cut } from './lines.js';
import type { Look } from './look.js';
import { serverStatus, type ServerStatus } from './server-status.js';

export const MODE_NAMES: Readonly<Record<string, string>> = {
  plan: 'plan mode',
  default: 'Ask permissions',
  'auto-edit': 'auto-accept edits',
  auto: 'Auto mode',
  yolo: 'YOLO mode',
};

export interface FooterFacts {
  readonly facts: Facts;
  readonly totals: Totals;
  readonly hint: string | undefined;
  /** undefined: no vim keys. */
  readonly vim?: 'insert' | 'normal' | undefined;
}

export function footerLines({ facts, totals, hint, vim }: FooterFacts, { style, width }: Look): string[] {
  const mode = modeColour(facts.mode, style)(MODE_NAMES[facts.mode] ?? facts.mode);
  const alarm =
    facts.openOutcomes === 0 ? [] : [style.warning(`${plural(facts.openOutcomes, 'outcome')} unknown: /outcomes`)];
  const tasks = facts.tasks ? [style.info(`${facts.tasks} in the background: /tasks`)] : [];
  const keys = vim === undefined ? [] : [vim === 'normal' ? style.bold('NORMAL') : 'INSERT'];
  const first = (length: 'short' | 'long'): string[] => {
    const told = (tone: ServerStatus['tone']): string[] =>
      serverStatus(facts.servers).flatMap((each) => (each.tone === tone ? [style[tone](each[length])] : []));
    return [
      ...alarm,
      ...keys,
      mode,
      ...told('warning'),
      ...told('info'),
      ...tasks,
      style.muted('Shift+Tab changes it'),
      ...told('muted'),
    ];
  };
  const long = first('long').join(SEPARATOR);
  const branch = facts.branch === undefined ? '' : ` (${facts.branch})`;
  const context = contextPart(facts, totals);
  const second = [`➜ ${basename(facts.cwd) || facts.cwd}${branch}`, facts.model, ...(context === '' ? [] : [context])];
  const below = hint === undefined ? cut(second.join(SEPARATOR), width) : cut(hint, width);
  return [
    hint === undefined ? style.muted(below) : style.warning(below),
    stringWidth(long) <= width ? long : fitting(first('short'), width),
  ];
}

const modeColour = (mode: string, style: Look['style']): ((text: string) => string) =>
  mode === 'yolo' ? style.bad : mode === 'plan' ? style.info : mode === 'default' ? style.muted : style.warning;

function contextPart({ contextWindow }: Facts, { contextTokens }: Totals): string {
  if (contextTokens === 0) return '';
  if (contextWindow === undefined) return `${Math.round(contextTokens / 100) / 10}k tokens`;
  return `${Math.min(100, Math.round((contextTokens / contextWindow) * 100))}% context used`;
}

const SEPARATOR = ' · ';

/** As many parts as fit, in their order. */
function fitting(parts: readonly string[], width: number): string {
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}${SEPARATOR}${part}`;
    if (stringWidth(longer) > width) break;
    line = longer;
  }
  return line;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
