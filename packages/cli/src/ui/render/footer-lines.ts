/** The lines under the prompt. Pure. What must not be missed comes first, and gives way last on a narrow screen. */
import { basename } from 'node:path';
import stringWidth from 'string-width';
import type { Facts, Totals } from '../state/view-state.js';
import { cut } from './lines.js';
import type { Look } from './look.js';

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
}

export function footerLines({ facts, totals, hint }: FooterFacts, { style, width }: Look): string[] {
  const mode = modeColour(facts.mode, style)(MODE_NAMES[facts.mode] ?? facts.mode);
  const alarm =
    facts.openOutcomes === 0 ? [] : [style.warning(`${plural(facts.openOutcomes, 'outcome')} unknown: /outcomes`)];
  const first = [...alarm, mode, style.muted('Shift+Tab changes it'), ...serverPart(facts, style)];
  const branch = facts.branch === undefined ? '' : ` (${facts.branch})`;
  const context = contextPart(facts, totals);
  const second = [`➜ ${basename(facts.cwd) || facts.cwd}${branch}`, facts.model, ...(context === '' ? [] : [context])];
  const below = hint === undefined ? cut(second.join(' · '), width) : cut(hint, width);
  return [hint === undefined ? style.muted(below) : style.warning(below), fitting(first, width)];
}

const modeColour = (mode: string, style: Look['style']): ((text: string) => string) =>
  mode === 'yolo' ? style.bad : mode === 'plan' ? style.info : mode === 'default' ? style.muted : style.warning;

function serverPart({ servers, serversStarting }: Facts, style: Look['style']): string[] {
  const offline = servers.filter(({ status }) => status !== 'connected').length;
  const ready = servers.length - offline;
  if (servers.length === 0) return [];
  if (serversStarting && offline > 0) return [style.muted(`${ready}/${servers.length} MCP servers ready`)];
  if (offline > 0) return [style.warning(`${offline} MCP${offline === 1 ? '' : 's'} offline`)];
  return [style.muted(plural(ready, 'MCP server'))];
}

function contextPart({ contextWindow }: Facts, { contextTokens }: Totals): string {
  if (contextTokens === 0) return '';
  if (contextWindow === undefined) return `${Math.round(contextTokens / 100) / 10}k tokens`;
  return `${Math.min(100, Math.round((contextTokens / contextWindow) * 100))}% context used`;
}

/** As many parts as fit, in their order. */
function fitting(parts: readonly string[], width: number): string {
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line} · ${part}`;
    if (stringWidth(longer) > width) break;
    line = longer;
  }
  return line;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
