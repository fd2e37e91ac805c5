/** Every source, in the order they are asked. A new one is a file and a line here. */
import type { ListedCommand } from '../commands/ui-command.js';
import { atSource, type AtPorts } from './at.js';
import { slashSource } from './slash.js';
import { slashArgumentSource, type CompletableCommand } from './slash-arguments.js';
import type { CompletionSource } from './source.js';

export interface SourcePorts {
  commands(): readonly (ListedCommand & CompletableCommand)[];
  readonly at: AtPorts;
}

export const completionSources = ({ commands, at }: SourcePorts): readonly CompletionSource[] => [
  slashSource(commands),
  slashArgumentSource(commands),
  atSource(at),
];
