/** A program under test: the command line that starts it, as a user would type it. */
export interface Binary {
  readonly label: string;
  readonly file: string;
  readonly args: readonly string[];
}

/** Splits at blanks; quotes keep a path with blanks together. A bare `node` is the Node that runs the bench. */
export function parseBinary(label: string, command: string): Binary {
  const words = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  const [file = '', ...args] = words;
  return { label, file: file === 'node' ? process.execPath : file, args };
}
