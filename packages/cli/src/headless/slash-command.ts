/**
 * A prompt that is one of qwen's slash commands is refused in a run without a terminal: sent to the model it would only
 * be a word. Any other `/word` is plain text and goes to the model.
 */
const COMMANDS: ReadonlySet<string> = new Set(
  [
    'about agents approval-mode arena auth branch btw bug cd clear compress compress-fast config connect context copy',
    'continue curator delete diff dir directory docs doctor dream editor effort exit export extensions fork forget goal',
    'help history hooks ide import-config init insight language login lsp mcp memory model new outcomes permissions plan',
    'quit recap reload-plugins remember rename reset restore resume rewind rollback settings setup-github skills stats',
    'status statusline summarize summary tag tasks terminal-setup theme tools trust update usage vim workflows',
  ].flatMap((line) => line.split(' ')),
);

/** The name of the slash command that the prompt calls, if it is one of ours. */
export function slashCommandIn(prompt: string): string | undefined {
  const name = /^\s*\/([a-z][a-z-]*)(?=\s|$)/.exec(prompt)?.[1];
  return name !== undefined && COMMANDS.has(name) ? name : undefined;
}
