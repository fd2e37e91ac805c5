/** The subject of an approval as lines. Pure. `maxLines` bounds what is long; what is left out is counted. */
import { CLASS_WORDS, hintWords, lostWords } from '../mcp/tool-words.js';
import { diffCounts } from '../render/diff.js';
import { diffLines } from '../render/diff-lines.js';
import { wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import type { ApprovalSubject } from './subject.js';

export interface SubjectLook extends Pick<Look, 'style' | 'width'> {
  readonly maxLines: number;
}

export const TITLES: Readonly<Record<ApprovalSubject['kind'], string>> = {
  command: 'Run this command?',
  change: 'Change this file?',
  mcp: 'Call this MCP tool?',
  fetch: 'Fetch this page?',
  other: 'Run this tool?',
};

export function subjectLines(subject: ApprovalSubject, look: SubjectLook): string[] {
  const { style, width } = look;
  switch (subject.kind) {
    case 'command': {
      const notes = [
        subject.about,
        subject.directory && `in ${subject.directory}`,
        subject.background && 'in the background',
      ];
      const said = notes.filter((note) => note !== '' && note !== false).join(' · ');
      return [
        ...bounded(wrapped(subject.command, width).map(style.bold), look),
        ...(said === '' ? [] : wrapped(said, width).map(style.muted)),
      ];
    }
    case 'change':
      return changeLines(subject, look);
    case 'mcp':
      return mcpLines(subject, look);
    case 'fetch':
      return [
        ...wrapped(subject.url, width).map(style.bold),
        ...(subject.about === '' ? [] : bounded(wrapped(subject.about, width).map(style.muted), look)),
      ];
    case 'other':
      return [style.bold(subject.title), ...bounded(wrapped(subject.args, width), look)];
  }
}

function changeLines({ path, preview }: Extract<ApprovalSubject, { kind: 'change' }>, look: SubjectLook): string[] {
  const { style, width } = look;
  const head = wrapped(path, width).map(style.bold);
  if (preview.kind === 'none') return [...head, ...wrapped(preview.shown, width).map(style.muted)];
  const { added, removed } = diffCounts(preview.lines);
  const counts = `${style.added(`+${added}`)} ${style.removed(`-${removed}`)}${preview.isNew ? style.muted(' new file') : ''}`;
  return [...head, counts, ...bounded(diffLines(preview.lines, { style, width, numbered: true }), look)];
}

function mcpLines({ server, facts, args }: Extract<ApprovalSubject, { kind: 'mcp' }>, look: SubjectLook): string[] {
  const { style, width } = look;
  const rows: readonly (readonly [string, string])[] = [
    ['Server', server],
    ['Tool', facts.tool],
    ...(facts.title === undefined || facts.title === facts.tool ? [] : [['Title', facts.title] as const]),
    ['Declares', hintWords(facts.hints)],
    ['Class', CLASS_WORDS[facts.replayClass]],
    ['If lost', lostWords(facts)],
  ];
  const lines = rows.flatMap(([name, value]) =>
    wrapped(value, width - 10).map((line, place) => `${style.muted((place === 0 ? name : '').padEnd(10))}${line}`),
  );
  return [...lines, ...(args === '{}' ? [] : bounded(wrapped(args, width).map(style.code), look))];
}

function bounded(lines: readonly string[], { maxLines, style }: SubjectLook): string[] {
  if (lines.length <= maxLines) return [...lines];
  const kept = Math.max(1, maxLines - 1);
  return [...lines.slice(0, kept), style.warning(`… ${lines.length - kept} more lines`)];
}
