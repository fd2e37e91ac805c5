/** The prompt of a run: what was piped in, two line feeds, and what the command line says. */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { readStdin } from '../process/stdin.js';

const NO_PROMPT = 'No prompt: give one with -p or as an argument, or pipe it in on stdin.';

/** Throws QwenError('usage') when there is nothing to run. */
export async function readPrompt(
  given: string | undefined,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<string> {
  const piped = await readStdin({ clock, signal, needed: given === undefined });
  const prompt = piped === '' ? (given ?? '') : `${piped}\n\n${given ?? ''}`;
  if (prompt.trim() === '') throw new QwenError('usage', NO_PROMPT);
  return prompt;
}
