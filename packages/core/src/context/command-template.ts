/**
 * The text of a custom command as parts: words, `{{args}}`, `!{shell command}` and `@{path}`. Pure. It is read once, before
 * anything is put in: what a file or a command brings is never read as a template.
 */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'args' }
  /** A command line, itself of text and args. */
  | { readonly kind: 'shell'; readonly parts: readonly TemplatePart[] }
  | { readonly kind: 'file'; readonly path: string };

const ARGS = '{{args}}';

export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const found of template.matchAll(/[!@]\{/g)) {
    const end = found.index < at ? -1 : closingBrace(template, found.index + 2);
    if (end === -1) continue;
    parts.push(...words(template.slice(at, found.index)));
    const inside = template.slice(found.index + 2, end).trim();
    parts.push(found[0] === '!{' ? { kind: 'shell', parts: words(inside) } : { kind: 'file', path: inside });
    at = end + 1;
  }
  return [...parts, ...words(template.slice(at))];
}

/** Braces inside are counted; -1 where there is no end: then it is text. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

const words = (text: string): TemplatePart[] =>
  text
    .split(ARGS)
    .flatMap((piece, place): TemplatePart[] => [
      ...(place === 0 ? [] : [{ kind: 'args' } as const]),
      { kind: 'text', text: piece },
    ])
    .filter((part) => part.kind !== 'text' || part.text !== '');

export const takesArgs = (parts: readonly TemplatePart[]): boolean =>
  parts.some((part) => part.kind === 'args' || (part.kind === 'shell' && takesArgs(part.parts)));
