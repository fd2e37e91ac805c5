/**
 * Commands of the terminal alone. Where there is none they are refused by name: sent to the model such a word would only
 * be a word.
 */
export const TERMINAL_ONLY: ReadonlySet<string> = new Set(
  [
    'agents approval-mode arena auth branch btw bug cd compress-fast config connect continue copy curator delete dir',
    'directory doctor dream editor exit extensions fork forget goal history hooks ide import-config insight language login',
    'lsp mcp outcomes permissions plan quit recap reload-plugins remember rename restore resume rewind rollback settings',
    'setup-github skills statusline tag tasks terminal-setup theme trust update vim workflows',
  ].flatMap((line) => line.split(' ')),
);
