/** Every command as people see it: each name once, in order. One of the terminal stands in for another of its name. Pure. */
import type { ListedCommand } from './ui-command.js';

export function listedCommands(
  own: readonly ListedCommand[],
  others: readonly ListedCommand[],
): readonly ListedCommand[] {
  const taken = new Set(own.flatMap(({ name, aliases }) => [name, ...aliases]));
  return [...own, ...others.filter(({ name }) => !taken.has(name))].sort((a, b) => (a.name < b.name ? -1 : 1));
}
