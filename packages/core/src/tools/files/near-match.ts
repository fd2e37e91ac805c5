/**
 * Why an exact text was not found, as far as a look at the file can tell: other whitespace, or a changed rest. Pure.
 */
const MAX_SHOWN_LINES = 20;

export function nearMatch(text: string, wanted: string): string {
  const lines = text.split('\n');
  const sought = trimmedBlankEnds(wanted.split('\n'));
  const first = sought[0];
  if (first === undefined) return 'It holds nothing but whitespace; give the lines around it too.';

  const bare = lines.map(withoutSpaces);
  const soughtBare = sought.map(withoutSpaces);
  const at = bare.findIndex((_, line) => soughtBare.every((soughtLine, offset) => bare[line + offset] === soughtLine));
  if (at !== -1) {
    const there = lines.slice(at, at + Math.min(sought.length, MAX_SHOWN_LINES)).join('\n');
    return `Line ${at + 1} differs in whitespace only; the file has there:\n${there}`;
  }
  const firstAt = bare.flatMap((line, number) => (line !== '' && line === soughtBare[0] ? [number + 1] : []));
  if (firstAt.length === 0) return 'Its first line is not in the file either; read the file again.';
  return `Only its first line is there (at line ${firstAt.slice(0, 5).join(', ')}); what follows differs. Read that part again.`;
}

const withoutSpaces = (line: string): string => line.replace(/\s+/g, '');

function trimmedBlankEnds(lines: readonly string[]): readonly string[] {
  const solid = (line: string): boolean => line.trim() !== '';
  return lines.slice(Math.max(lines.findIndex(solid), 0), lines.findLastIndex(solid) + 1);
}
