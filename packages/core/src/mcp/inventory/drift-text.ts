/** Drift in words, for people. What a server wrote is made printable. Pure. */
import { printableText } from '../../shared/printable-text.js';
import type { HintChange, ToolDrift } from './drift.js';

/** How one tool differs, such as `changed: idempotentHint false to true (declared safer than accepted)`. */
export function driftWords({ kind, hints, schemaChanged, annotationsChanged, safer }: ToolDrift): string {
  if (kind !== 'changed') return kind;
  const parts = [
    ...hints.map(hintWords),
    ...(schemaChanged ? ['input schema'] : []),
    ...(annotationsChanged ? ['annotations'] : []),
  ];
  return `changed: ${parts.join(', ')}${safer ? ' (DECLARED SAFER than accepted)' : ''}`;
}

const hintWords = ({ hint, before, now }: HintChange): string => `${hint} ${valueWords(before)} to ${valueWords(now)}`;

function valueWords(value: boolean | string | undefined): string {
  if (value === undefined) return 'absent';
  return typeof value === 'string' ? `a ${value}` : String(value);
}

const MOST_NAMED = 3;

/** One line for a running session. */
export function driftLine(server: string, drift: readonly ToolDrift[]): string {
  const ordered = [...drift].sort((a, b) => Number(b.safer) - Number(a.safer));
  const named = ordered.slice(0, MOST_NAMED).map((each) => `${printableText(each.tool)} ${driftWords(each)}`);
  const more = drift.length > MOST_NAMED ? [`and ${drift.length - MOST_NAMED} more`] : [];
  return `MCP server "${printableText(server)}" is not as it was accepted: ${[...named, ...more].join('; ')}. See: qwen mcp inventory`;
}
