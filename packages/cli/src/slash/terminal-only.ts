/**
 * Commands of the terminal alone. Where there is none they are refused by name: sent to the model such a word would only
 * be a word.
 */
export const TERMINAL_ONLY: ReadonlySet<string> = new Set(
  [
    'approval-mode auth branch connect continue copy delete editor exit fork login mcp outcomes permissions quit',
    'rename resume rewind rollback settings tag tasks terminal-setup theme trust vim',
  ].flatMap((line) => line.split(' ')),
);
