/** What is wrong with a tool's annotations, in sentences: contradictions and wrong types. Pure; opens no gate. */
import { HINT_NAMES, hintsAsSent, typeName } from './fingerprint.js';

export interface Remark {
  readonly kind: 'contradiction' | 'wrong-type';
  readonly says: string;
}

export function annotationRemarks(annotations: unknown): readonly Remark[] {
  if (annotations === undefined || annotations === null) return [];
  if (typeof annotations !== 'object' || annotations === null || Array.isArray(annotations)) {
    return [{ kind: 'wrong-type', says: `"annotations" must be an object and is of type ${typeName(annotations)}.` }];
  }
  const sent = hintsAsSent(annotations);
  const wrong = HINT_NAMES.filter((name) => typeof sent[name] === 'string').map((name): Remark => {
    return {
      kind: 'wrong-type',
      says: `"${name}" must be true or false and is of type ${sent[name]}; none of the tool's hints count.`,
    };
  });
  const contradictions = CONTRADICTIONS.filter(([hint, value]) => sent.readOnlyHint === true && sent[hint] === value);
  return [...wrong, ...contradictions.map(([, , says]): Remark => ({ kind: 'contradiction', says }))];
}

const CONTRADICTIONS = [
  ['destructiveHint', true, 'It is declared read-only and destructive at once.'],
  ['idempotentHint', false, 'It is declared read-only and not idempotent at once.'],
] as const;
