/**
 * What a person sees of a finished shell command: its output, and how it ended when that was not well. The result's own text
 * is written for the model, in labelled lines (tools/shell/shell-text); a text of another shape is shown as it is. Pure.
 */
const LABELLED =
  /^Command: [\s\S]*?\nDirectory: [^\n]*\nOutput: ([\s\S]*)\nError: ([^\n]*)\nExit Code: ([^\n]*)\nSignal: ([^\n]*)\nProcess Group PGID: [^\n]*(?:\n(Still Running: [^\n]*))?\s*$/;

const NONE = '(none)';

export function shellResultText(text: string): string {
  const found = LABELLED.exec(text);
  if (found === null) return text;
  const [, output = '', error = NONE, code = NONE, signal = NONE, running] = found;
  const ending = [
    ...(error === NONE ? [] : [error]),
    ...(code === NONE || code === '0' ? [] : [`Exit code ${code}`]),
    ...(signal === NONE ? [] : [`Ended by ${signal}`]),
    ...(running === undefined ? [] : [running]),
  ];
  const said = output === '(empty)' ? [] : [output];
  return said.length + ending.length === 0 ? 'No output' : [...said, ...ending].join('\n');
}
