/** Every source, in the order they are asked. A new one is a file and a line here. */
import type { ListedCommand } from '../commands/ui-command.js';
import { slashSource } from './slash.js';
import type { CompletionSource } from './source.js';

export interface SourcePorts {
  commands(): readonly ListedCommand[];
}

export const completionSources = ({ commands }: SourcePorts): readonly CompletionSource[] => [slashSource(commands)];
