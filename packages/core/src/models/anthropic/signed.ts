/**
 * An answer with thinking as the messages API wants it back: every block in its place, thinking to the letter. Text and
 * calls between the thinking are remembered by their place alone; what they say is in the message itself.
 */
import type { SignedAnswer } from '../types.js';

export type SignedPart =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'text'; readonly text: string }
  /** The next of the message's calls. */
  | { readonly type: 'tool_use' };

export const signedBy = (modelName: string): string => `anthropic:${modelName}`;

/** Undefined when nothing in the answer is signed, or another model signed it. */
export function signedParts(signed: SignedAnswer | undefined, modelName: string): readonly SignedPart[] | undefined {
  return signed?.by === signedBy(modelName) ? (signed.parts as unknown as readonly SignedPart[]) : undefined;
}
