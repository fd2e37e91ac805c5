/** From the parser's words to ours, and whether a word is plain: one that means to the shell exactly what a reader sees. */
import type { CommandArgument, Word, WordPart } from 'unbash';
import { fixedWord, type ShellWord } from './shell-use.js';

const FIXED = new Set(['Literal', 'SingleQuoted', 'DoubleQuoted', 'AnsiCQuoted', 'LocaleString']);

/** The words that an argument surely becomes: one, or more where `$IFS` stands between them. */
export function toWords(argument: CommandArgument): ShellWord[] {
  if (argument.type === 'Word') return splitAtIfs(argument).map(fromParts);
  const name = `${argument.name}${argument.append === true ? '+=' : '='}`;
  if (argument.value.type !== 'Word') return [{ value: argument.text, open: true, head: name, tail: '' }];
  const [first = fixedWord(''), ...more] = toWords(argument.value);
  const tail = first.open ? first.tail : name + first.tail;
  return [{ ...first, value: name + first.value, head: name + first.head, tail }, ...more];
}

interface Piece {
  readonly value: string;
  readonly parts: readonly WordPart[] | undefined;
}

function splitAtIfs({ parts, value }: Word): Piece[] {
  if (parts?.some(isIfs) !== true) return [{ value, parts }];
  const pieces: WordPart[][] = [[]];
  for (const part of parts) {
    if (isIfs(part)) pieces.push([]);
    else pieces.at(-1)?.push(part);
  }
  return pieces
    .filter((piece) => piece.length > 0)
    .map((piece) => ({ value: piece.map(textOf).join(''), parts: piece }));
}

const isIfs = (part: WordPart): boolean =>
  (part.type === 'SimpleExpansion' && part.text === '$IFS') ||
  (part.type === 'ParameterExpansion' && part.parameter === 'IFS');

const textOf = (part: WordPart): string => leavesOf(part)[0] ?? part.text;

function fromParts({ value, parts }: Piece): ShellWord {
  if (parts === undefined) return fixedWord(value);
  const leaves = parts.flatMap(leavesOf);
  const first = leaves.indexOf(undefined);
  if (first === -1) return fixedWord(leaves.join(''));
  const last = leaves.lastIndexOf(undefined);
  return { value, open: true, head: leaves.slice(0, first).join(''), tail: leaves.slice(last + 1).join('') };
}

/** The fixed texts of a part in order; undefined stands for what only the shell knows. */
function leavesOf(part: WordPart): (string | undefined)[] {
  if (!FIXED.has(part.type)) return [undefined];
  if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') return part.parts.flatMap(leavesOf);
  return [(part as { readonly value: string }).value];
}

/** No expansion, escape, brace list or special quote: literal text, plain quotes, and file globs. */
export function isPlainWord(argument: CommandArgument): argument is Word {
  if (argument.type !== 'Word') return false;
  const { parts, text } = argument;
  return parts === undefined ? !text.includes('\\') : parts.every(isPlainPart);
}

function isPlainPart(part: WordPart): boolean {
  switch (part.type) {
    case 'SingleQuoted':
      return true;
    case 'Literal':
      return !part.text.includes('\\');
    case 'DoubleQuoted':
      return part.parts.every(isPlainLiteral);
    case 'Glob':
      return (part.parts ?? []).every(isPlainLiteral);
    default:
      return false;
  }
}

const isPlainLiteral = (part: WordPart): boolean => part.type === 'Literal' && !part.text.includes('\\');

/** A program that is written out, without quotes or wildcards. */
export const isPlainProgram = ({ parts, text, value }: Word): boolean =>
  parts === undefined && text === value && /^[A-Za-z0-9_./+-]+$/.test(text);
