/** Custom commands of user and project as slash commands. */
import type { CustomCommand } from '@qwen-code/qwen-code-core/context/custom-commands.js';
import { fillTemplate, type TemplatePorts } from '@qwen-code/qwen-code-core/context/fill-template.js';
import { takesArgs } from '@qwen-code/qwen-code-core/context/command-template.js';
import { prompt, type SlashCommand } from './types.js';

export interface CustomPorts {
  readonly platform: NodeJS.Platform;
  runShell(command: string, signal: AbortSignal): Promise<string>;
  readFile(path: string, signal: AbortSignal): Promise<string>;
}

export const customCommands = (found: readonly CustomCommand[], ports: CustomPorts): readonly SlashCommand[] =>
  found.map(({ name, description, source, parts }) => ({
    name,
    aliases: [],
    description,
    source,
    usage: takesArgs(parts) ? '[args]' : '',
    run: async (args, signal) => {
      const filling: TemplatePorts = {
        platform: ports.platform,
        runShell: (command) => ports.runShell(command, signal),
        readFile: (path) => ports.readFile(path, signal),
      };
      return prompt(await fillTemplate(parts, args, filling));
    },
  }));
