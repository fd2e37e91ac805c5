/** Messages sent before, to go back and forth in. Pure; the draft that is left behind is kept. */
export interface PromptHistory {
  /** Oldest first. */
  readonly sent: readonly string[];
  /** How far back one is; 0 is the draft. */
  readonly back: number;
  readonly draft: string;
}

const MAX_SENT = 500;

export const historyOf = (sent: readonly string[]): PromptHistory => ({
  sent: sent.slice(-MAX_SENT),
  back: 0,
  draft: '',
});

/** With one more message; one that repeats the last is not kept twice. */
export const remembered = ({ sent }: PromptHistory, text: string): PromptHistory =>
  historyOf(text.trim() === '' || sent.at(-1) === text ? sent : [...sent, text]);

/** One step back (1) or forth (-1) from a text; undefined at either end. */
export function step(
  history: PromptHistory,
  direction: 1 | -1,
  text: string,
): { readonly history: PromptHistory; readonly text: string } | undefined {
  const back = history.back + direction;
  if (back < 0 || back > history.sent.length) return undefined;
  const draft = history.back === 0 ? text : history.draft;
  return { history: { ...history, back, draft }, text: back === 0 ? draft : (history.sent.at(-back) ?? '') };
}
