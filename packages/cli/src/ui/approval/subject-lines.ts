/** The subject of an approval as lines, all of them: what does not fit the screen is scrolled by the dialog. Pure. */
import { CLASS_WORDS, hintWords, lostWords } from '../mcp/tool-words.js';
import { diffCounts } from '../render/diff.js';
import { diffLines } from '../render/diff-lines.js';
import { wrapped } from '../render/lines.js';
import type { Look } from '../render/look.js';
import { factLines, type Fact } from '../render/panel.js';
import type { ApprovalSubject } from './subject.js';

export type SubjectLook = Pick<Look, 'style' | 'width' | 'numbers'>;

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
    case 'command':
      return commandLines(subject, look);
    case 'change':
      return changeLines(subject, look);
    case 'mcp':
      return mcpLines(subject, look);
    case 'fetch':
      return [
        ...wrapped(subject.url, width).map(style.bold),
        ...(subject.about === '' ? [] : wrapped(subject.about, width).map(style.muted)),
      ];
    case 'other':
      return [style.bold(subject.title), ...wrapped(subject.args, width)];
  }
}

type Subject<Kind> = Extract<ApprovalSubject, { kind: Kind }>;

const MOST_PROGRAMS = 8;

function commandLines(subject: Subject<'command'>, { style, width }: SubjectLook): string[] {
  const { command, about, directory, background, programs, unclear } = subject;
  const more = programs.length - MOST_PROGRAMS;
  const named = [...programs.slice(0, MOST_PROGRAMS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const runs = [
    ...(named === '' ? [] : [`Runs ${named}${unclear ? ' and perhaps more' : ''}`]),
    ...(named === '' && unclear ? ['What it runs can’t be told from its text alone'] : []),
  ];
  const notes = [about, ...runs, `${background ? 'In the background, in' : 'In'} ${directory}`].filter(Boolean);
  return [
    ...wrapped(command, width).map(style.bold),
    ...notes.flatMap((note) => wrapped(note, width)).map(style.muted),
  ];
}

function changeLines({ path, preview }: Subject<'change'>, look: SubjectLook): string[] {
  const { style, width } = look;
  const head = wrapped(path, width).map(style.bold);
  if (preview.kind === 'none') return [...head, ...wrapped(preview.shown, width).map(style.muted)];
  const { added, removed } = diffCounts(preview.lines);
  const notes = [...(preview.isNew ? ['new file'] : []), ...preview.notes].join(' · ');
  const counts = `${style.added(`+${added}`)} ${style.removed(`-${removed}`)}`;
  return [
    ...head,
    ...wrapped(notes === '' ? counts : `${counts} ${style.muted(notes)}`, width),
    ...diffLines(preview.lines, { style, width, numbered: look.numbers !== false }),
  ];
}

/** What is called with what comes first: the rest may have to be scrolled to. */
function mcpLines({ server, facts, args }: Subject<'mcp'>, { style, width }: SubjectLook): string[] {
  const title = facts.title === undefined || facts.title === facts.tool ? '' : ` (${facts.title})`;
  const rows: readonly Fact[] = [
    ['Declares', hintWords(facts.hints)],
    ['Class', CLASS_WORDS[facts.replayClass]],
    ['If lost', lostWords(facts)],
  ];
  return [
    ...wrapped(`${style.bold(facts.tool)} of the server ${style.bold(server)}${title}`, width),
    ...(args === '{}' ? [] : wrapped(args, width).map(style.code)),
    ...factLines(rows, { style, width }),
  ];
}
