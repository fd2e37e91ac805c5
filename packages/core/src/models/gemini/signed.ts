/** Signatures that Gemini puts on its calls, and wants back on them. */
import type { ModelChoice } from '../registry.js';
import type { SignedAnswer } from '../types.js';

export interface CallSignature {
  /** Which of the message's calls, counted from 0. */
  readonly call: number;
  readonly signature: string;
}

export const signedBy = ({ protocol, name }: Pick<ModelChoice, 'protocol' | 'name'>): string => `${protocol}:${name}`;

/** What the API takes in the place of a signature, for calls that another model made. */
export const UNSIGNED = 'skip_thought_signature_validator';

/** Models from Gemini 3 on refuse a request whose newest calls are not signed. */
export const wantsSignatures = (modelName: string): boolean => Number(/gemini-(\d+)/.exec(modelName)?.[1]) >= 3;

/** By the place of the call; nothing when another model signed. */
export function callSignatures(signed: SignedAnswer | undefined, by: string): ReadonlyMap<number, string> {
  const parts = signed?.by === by ? (signed.parts as unknown as readonly CallSignature[]) : [];
  return new Map(parts.map(({ call, signature }) => [call, signature]));
}
