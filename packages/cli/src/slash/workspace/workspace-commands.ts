/** Commands about what surrounds a conversation: folders, instruction files, servers of other programs, the machine. */
import type { SlashCommand } from '../types.js';
import { directoryCommand } from './directory.js';
import { doctorCommand } from './doctor.js';
import { importConfigCommand } from './import-config.js';
import { languageCommand } from './language.js';
import { listCommands } from './lists.js';
import { planCommand } from './plan.js';
import { rememberCommand } from './remember.js';
import type { WorkspacePorts } from './workspace-ports.js';

export const workspaceCommands = (ports: WorkspacePorts): readonly SlashCommand[] => [
  ...listCommands(ports),
  directoryCommand(ports),
  doctorCommand(ports),
  importConfigCommand(ports),
  languageCommand(ports),
  planCommand(ports),
  rememberCommand(ports),
];
