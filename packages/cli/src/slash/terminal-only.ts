/**
 * Commands of the terminal alone. Where there is none they are refused by name: sent to the model such a word would only
 * be a word.
 */
export const TERMINAL_ONLY: ReadonlySet<string> = new Set(
  [
    'agents approval-mode arena auth branch btw bug cd config connect continue copy curator delete dir directory doctor',
    'dream editor effort exit extensions fork forget goal history hooks ide import-config insight language login lsp mcp',
    'new outcomes permissions plan quit recap reload-plugins remember rename reset restore resume rewind rollback settings',
    'setup-github skills statusline tag tasks terminal-setup theme trust update vim workflows',
    // Until they are built:
    'about clear compress compress-fast context diff docs export help init memory model stats status summarize summary',
    'tools usage',
  ].flatMap((line) => line.split(' ')),
);
