/**
 * The last lines that a server wrote to its standard error, for a person who asks why it does not work. In memory alone,
 * bounded, and without what looks like a secret. Never shown to the model.
 */
import { printableText } from '../shared/printable-text.js';
import type { TransportPlan } from './server-config.js';

const MAX_LINES = 200;
const MAX_LINE_CHARS = 500;
/** A shorter value is not worth hiding: it would blot out half of the log. */
const LEAST_SECRET_CHARS = 6;
const HIDDEN = '[hidden]';

const SECRET_PATTERNS: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+\S+/gi,
  /\b(?:sk|pk|ghp|gho|ghs|xox[abp]|glpat)[-_][\w-]{8,}/g,
  /(?<=(?:token|secret|password|passwd|api[-_]?key|authorization|credential)s?["']?\s*[=:]\s*["']?)[^\s"',;]+/gi,
];

export interface ServerLog {
  /** A piece of text as it came; lines may be cut anywhere. */
  push(text: string): void;
  /** Oldest first. */
  lines(): readonly string[];
}

export function createServerLog(plan: TransportPlan): ServerLog {
  const secrets =
    plan.kind === 'stdio' ? Object.values(plan.env).filter(({ length }) => length >= LEAST_SECRET_CHARS) : [];
  let kept: readonly string[] = [];
  let rest = '';
  const clean = (line: string): string => {
    const known = secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), line);
    const safe = SECRET_PATTERNS.reduce((text, pattern) => text.replace(pattern, HIDDEN), known);
    return printableText(safe).slice(0, MAX_LINE_CHARS);
  };
  const add = (lines: readonly string[]): void => {
    kept = [...kept, ...lines.filter((line) => line.trim() !== '').map(clean)].slice(-MAX_LINES);
  };
  return {
    push: (text) => {
      const lines = `${rest}${text}`.split(/\r?\n/);
      rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARS * 4);
      add(lines);
    },
    lines: () => (rest.trim() === '' ? kept : [...kept, clean(rest)]),
  };
}
