/**
 * A custom command as the words for the model. Its shell commands and files go through ports that hold them against the
 * permissions; arguments become one quoted word each in a shell command, never shell text.
 */
import { takesArgs, type TemplatePart } from './command-template.js';

export interface TemplatePorts {
  /** What the command prints. Throws QwenError when it is not allowed or fails to start. */
  runShell(command: string): Promise<string>;
  /** What the file holds, or why it is not read. Throws QwenError for what is not there. */
  readFile(path: string): Promise<string>;
  readonly platform: NodeJS.Platform;
}

/** `args` without a place for it is put after the rest. Throws QwenError with one sentence. */
export async function fillTemplate(
  parts: readonly TemplatePart[],
  args: string,
  ports: TemplatePorts,
): Promise<string> {
  const texts: string[] = [];
  // One after another: commands may depend on each other, and each may be asked about.
  for (const part of parts) texts.push(await fill(part, args, ports));
  const text = texts.join('');
  return args === '' || takesArgs(parts) ? text : `${text.trimEnd()}\n\n${args}`;
}

async function fill(part: TemplatePart, args: string, ports: TemplatePorts): Promise<string> {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'args':
      return args;
    case 'file':
      return ports.readFile(part.path);
    case 'shell':
      return ports.runShell(commandLine(part.parts, args, ports.platform));
  }
}

const commandLine = (parts: readonly TemplatePart[], args: string, platform: NodeJS.Platform): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : quoted(args, platform))).join('');

/** For cmd.exe nothing quotes reliably: what could end a word is left out. */
const quoted = (args: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? `"${args.replaceAll(/["%^&|<>!\r\n]/g, '')}"` : `'${args.replaceAll("'", String.raw`'\''`)}'`;
