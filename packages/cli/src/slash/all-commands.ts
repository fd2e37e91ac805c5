/**
 * The commands of a run as one list. The first of a name has it: no file and no server can take the place of a built-in
 * command; a later one keeps its longer name, if it has one.
 */
import { diffCommand } from './built-in/diff.js';
import { exportCommand } from './built-in/export.js';
import { infoCommands } from './built-in/info.js';
import { initCommand } from './built-in/init.js';
import { modelCommands } from './built-in/model.js';
import { sessionCommands } from './built-in/session.js';
import { summaryCommand } from './built-in/summary.js';
import type { CommandPorts } from './ports.js';
import type { SlashCommand } from './types.js';

export const builtInCommands = (ports: CommandPorts): readonly SlashCommand[] =>
  [
    ...sessionCommands(ports),
    ...infoCommands(ports),
    ...modelCommands(ports),
    initCommand(ports),
    summaryCommand(ports),
    exportCommand(ports),
    diffCommand(ports),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Each name once, in the order of the list. */
export function distinctCommands(commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const taken = new Set<string>();
  return commands.flatMap((command) => {
    const [name, ...aliases] = [command.name, ...command.aliases].filter((each) => !taken.has(each));
    if (name === undefined) return [];
    for (const each of [name, ...aliases]) taken.add(each);
    return [{ ...command, name, aliases }];
  });
}

export const withoutDisabled = <Command extends Pick<SlashCommand, 'name' | 'aliases'>>(
  commands: readonly Command[],
  disabled: readonly string[],
): readonly Command[] =>
  commands.filter(({ name, aliases }) => ![name, ...aliases].some((each) => disabled.includes(each)));

/** What stands in `/name` form in any of the ways to switch commands off. */
export const disabledNames = (lists: readonly (readonly string[] | undefined)[]): readonly string[] =>
  lists.flatMap((list) => list ?? []).map((name) => name.trim().replace(/^\//, ''));
