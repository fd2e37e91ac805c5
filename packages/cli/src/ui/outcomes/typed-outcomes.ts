/** What was typed after /outcomes. Pure. What is missing of a reconciliation is asked for. */
import { VERDICTS, type Verdict } from '@qwen-code/qwen-code-core/mcp/journal/records.js';
import type { Scope } from './pages.js';
import type { Finding } from './reconcile-steps.js';

export type TypedOutcomes =
  | { readonly kind: 'list'; readonly scope: Scope }
  | { readonly kind: 'show' | 'retry'; readonly id: string }
  | { readonly kind: 'reconcile'; readonly id: string; readonly finding: Partial<Finding> }
  | { readonly kind: 'export' }
  /** `shown` is one sentence. */
  | { readonly kind: 'wrong'; readonly shown: string };

export const OUTCOMES_USAGE = '[all|show ID|reconcile ID|retry ID|export]';

const wrong = (shown: string): TypedOutcomes => ({ kind: 'wrong', shown });

export function typedOutcomes(args: string): TypedOutcomes {
  const [word = '', id, ...rest] = args.split(/\s+/).filter((each) => each !== '');
  switch (word) {
    case '':
    case 'open':
    case 'list':
      return { kind: 'list', scope: 'open' };
    case 'all':
      return { kind: 'list', scope: 'project' };
    case 'export':
      return { kind: 'export' };
    case 'show':
    case 'retry':
      return id === undefined ? wrong(`Which one? /outcomes ${word} ID`) : { kind: word, id };
    case 'reconcile':
      return id === undefined ? wrong('Which one? /outcomes reconcile ID') : reconciliation(id, rest);
    default:
      return wrong(`There is no /outcomes ${word}; there are all, show, reconcile, retry and export.`);
  }
}

/** `--as` and `--note` may stand there, as the command of the shell has them. */
function reconciliation(id: string, words: readonly string[]): TypedOutcomes {
  const [as, ...after] = words.filter((word) => word !== '--as');
  if (as === undefined) return { kind: 'reconcile', id, finding: {} };
  if (!VERDICTS.includes(as as Verdict)) return wrong(`"${as}" is no verdict; there are ${VERDICTS.join(', ')}.`);
  const note = after
    .filter((word) => word !== '--note')
    .join(' ')
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  return { kind: 'reconcile', id, finding: { verdict: as as Verdict, ...(note !== '' && { note }) } };
}

const VERBS = ['all', 'show', 'reconcile', 'retry', 'export'];

/** What may stand at the end of it. `ids`: the calls that are open. */
export function completeOutcomes(args: string, ids: readonly string[]): readonly string[] {
  const [word = '', ...rest] = args.split(/\s+/);
  if (rest.length === 0) return VERBS;
  if (word !== 'show' && word !== 'reconcile') return [];
  if (rest.length === 1) return ids;
  return word === 'reconcile' && rest.length === 2 ? VERDICTS : [];
}
