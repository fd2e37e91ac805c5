/** What a command line says it does, as far as its text tells. Found out by `readShell`; rules are held against it. */

export interface ShellWord {
  /** Without its quotes; an expansion stands in it as it was written. */
  readonly value: string;
  /** What the shell alone knows: the word holds an expansion, a glob or a brace list. */
  readonly open: boolean;
  /** The fixed beginning and end of an open word; of any other word both are its value. */
  readonly head: string;
  readonly tail: string;
}

/** A program and its arguments; the program is the first word. */
export interface ProgramCall {
  readonly words: readonly ShellWord[];
}

export interface Redirection {
  readonly access: 'read' | 'write';
  readonly target: ShellWord;
}

export interface ShellUse {
  /**
   * The calls of a line that is nothing but plain calls side by side (`;`, `&&`, `||`, `|`, `&`, line ends), each with words
   * that mean what they say. Undefined for every other line: it may do more than its words tell.
   */
  readonly plain: readonly ProgramCall[] | undefined;
  /** Every call found anywhere in the line, and every call that these may lead to. More than there are, rather than fewer. */
  readonly calls: readonly ProgramCall[];
  readonly redirections: readonly Redirection[];
  /** The line could not be understood whole: it may hold more than was found. */
  readonly unclear: boolean;
}

export const fixedWord = (value: string): ShellWord => ({ value, open: false, head: value, tail: value });

/** The program's name without its directory; undefined when the shell alone knows it. */
export function programName({ words }: ProgramCall): string | undefined {
  const [program] = words;
  if (program === undefined) return undefined;
  if (program.open && !/[/\\]/.test(program.tail)) return undefined;
  return program.tail.replace(/^.*[/\\]/s, '');
}
