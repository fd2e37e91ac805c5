/** The commands of the terminal alone. A new one is a file and a line here. */
import { approvalMode } from './approval-mode.js';
import { help } from './help.js';
import { quit } from './quit.js';
import type { UiCommand } from './ui-command.js';

export const UI_COMMANDS: readonly UiCommand[] = [help, approvalMode, quit];
