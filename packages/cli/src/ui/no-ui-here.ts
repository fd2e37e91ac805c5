/** Whether the interactive session can be shown at all, and if not, one sentence that says why. Pure. */
export interface TerminalFacts {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function noUiHere({ stdin, stdout, env }: TerminalFacts): string | undefined {
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    return 'The interactive session needs a terminal for input and output; to run one prompt without one, use -p.';
  }
  return env['TERM'] === 'dumb'
    ? 'The interactive session has to move the cursor, and TERM=dumb rules that out; to run one prompt, use -p.'
    : undefined;
}
