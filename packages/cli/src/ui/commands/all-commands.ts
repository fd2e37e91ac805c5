/** The commands of the terminal alone. A new one is a file and a line here. */
import { approvalMode } from './approval-mode.js';
import { clear } from './clear.js';
import { copy } from './copy.js';
import { deleteCommand } from './delete.js';
import { diff } from './diff.js';
import { effort } from './effort.js';
import { fork } from './fork.js';
import { help } from './help.js';
import { mcp } from './mcp.js';
import { memory } from './memory.js';
import { model } from './model.js';
import { permissions } from './permissions.js';
import { quit } from './quit.js';
import { rename } from './rename.js';
import { resume } from './resume.js';
import { rewind } from './rewind.js';
import { settings } from './settings.js';
import { stats } from './stats.js';
import { tasks } from './tasks.js';
import { terminalSetup } from './terminal-setup.js';
import { theme } from './theme.js';
import { trust } from './trust.js';
import type { UiCommand } from './ui-command.js';
import { vim } from './vim.js';

export const UI_COMMANDS: readonly UiCommand[] = [
  approvalMode,
  clear,
  copy,
  deleteCommand,
  diff,
  effort,
  fork,
  help,
  mcp,
  memory,
  model,
  permissions,
  quit,
  rename,
  resume,
  rewind,
  settings,
  stats,
  tasks,
  terminalSetup,
  theme,
  trust,
  vim,
];
