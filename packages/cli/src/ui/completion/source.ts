/**
 * What can complete the text before the cursor: one source a file in this folder, listed in sources.ts. A source says
 * whether it is for this text, and finds candidates; the prompt does the rest.
 */
export interface CompletionQuery {
  /** The piece of the text that a candidate replaces. */
  readonly from: number;
  readonly to: number;
  readonly word: string;
  /** Enter sends what is written, unless one has moved in the list. */
  readonly optional?: true;
}

export interface Completion {
  /** What is put in place of the word, with the space or slash that follows. */
  readonly insert: string;
  readonly label: string;
  readonly detail?: string;
  /** Where there is no room for the label its start is cut: it is a path. */
  readonly keepsEnd?: true;
}

export interface CompletionSource {
  readonly name: string;
  /** Pure and quick: asked at every key. */
  query(text: string, cursor: number): CompletionQuery | undefined;
  /** At most some dozens, the best first. Must not throw; a newer question aborts the signal. */
  find(query: CompletionQuery, signal: AbortSignal): Promise<readonly Completion[]>;
  /** One line about what is being written. */
  help?(query: CompletionQuery): string | undefined;
}
