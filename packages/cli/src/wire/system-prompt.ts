/** What the model is told about itself and its surroundings before anything else. */
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';

export interface SystemPromptOptions {
  /** `--system-prompt`: stands in place of the built-in text. */
  readonly replacement: string | undefined;
  /** `--append-system-prompt`. */
  readonly addition: string | undefined;
  readonly place: Place;
  readonly workspaceDirs: readonly string[];
  /** ISO date of today. */
  readonly today: string;
}

export function systemPrompt({ replacement, addition, place, workspaceDirs, today }: SystemPromptOptions): string {
  const parts = [replacement ?? builtIn(place, workspaceDirs, today), addition];
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

function builtIn({ cwd, platform }: Place, dirs: readonly string[], today: string): string {
  const more = dirs.filter((dir) => dir !== cwd);
  return `You are Qwen Code, a coding agent that works in the user's terminal, without anybody to answer questions.

Carry the task out with the tools you are given, then answer in short, plain text. Look before you change: read the files a change touches and follow the conventions you find there. Do what was asked and no more. Check your work with the project's own commands where you can, and say plainly what you could not do or verify.

A tool result that says the outcome is unknown means that the call may have been done. Never make that call again by yourself: verify with a read-only tool first, and tell the user what is uncertain. When a call is refused, do not look for a way round it.

Today is ${today}. The platform is ${platform}. The working directory is ${cwd}.${
    more.length === 0 ? '' : ` You may also work in: ${more.join(', ')}.`
  } File tools take absolute paths.`;
}
