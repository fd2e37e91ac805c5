/** What is said of a command that is not there. Pure. */
import { namesNear } from '@qwen-code/qwen-code-core/shared/names-near.js';
import type { ListedCommand } from './ui-command.js';

export function unknownCommand(name: string, listed: readonly ListedCommand[]): string {
  const near = namesNear(
    listed.flatMap((command) => [command.name, ...command.aliases]),
    name,
  );
  const hint =
    near.length === 0 ? '/help lists those there are.' : `Did you mean ${near.map((one) => `/${one}`).join(' or ')}?`;
  return `There is no command /${name}. ${hint}`;
}
