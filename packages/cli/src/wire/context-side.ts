/** What surrounds the words of the user in a run: commands, and what a message refers to. */
import { expand } from '../slash/expand.js';
import type { CommandInfo, Expansion, SlashCommand } from '../slash/types.js';

export interface ContextSide {
  /** As they are now: MCP servers bring some, and may come and go. */
  commands(): readonly CommandInfo[];
  /** What a message of the user turns out to be. Never rejects. */
  expand(text: string, signal: AbortSignal): Promise<Expansion>;
}

export function createContextSide(): ContextSide {
  const commands = (): readonly SlashCommand[] => [];
  return {
    commands,
    expand: (text, signal) => expand(text, commands(), signal),
  };
}
