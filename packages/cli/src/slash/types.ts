/** A slash command as everybody sees it: headless runs, the SDK and the terminal work on the same list. */
import type { UserInput } from '@qwen-code/qwen-code-core/agent/create-agent.js';

/** What a message of the user turns out to be. */
export type Expansion =
  /** For the model. */
  | { readonly kind: 'prompt'; readonly input: UserInput }
  /** Done here: no request to the model follows. `shown` may hold several lines. */
  | { readonly kind: 'answer'; readonly shown: string }
  /** Nothing was done: one sentence. */
  | { readonly kind: 'refused'; readonly shown: string };

export type CommandSource = 'built-in' | 'user' | 'project' | 'mcp' | 'skill';

export interface CommandInfo {
  /** Without the slash. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly source: CommandSource;
  /** What may follow the name, for help: `[id]`. Empty: nothing. */
  readonly usage: string;
  /** What may stand at the end of `args`, for completion. Missing: nothing is known. */
  complete?(args: string): readonly string[];
}

export interface SlashCommand extends CommandInfo {
  /** Throws QwenError with one sentence when it can't be done. `args` is what follows the name, trimmed. */
  run(args: string, signal: AbortSignal): Promise<Expansion>;
}

export const answer = (shown: string): Expansion => ({ kind: 'answer', shown });
export const refused = (shown: string): Extract<Expansion, { kind: 'refused' }> => ({ kind: 'refused', shown });
export const prompt = (text: string): Expansion => ({ kind: 'prompt', input: { text } });
