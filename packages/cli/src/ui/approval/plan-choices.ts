/** What a person can say to a plan: the mode that it is carried out in, or a no. Pure. */
import type { ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { Choice } from '../dialogs/choice-list.js';
import { MODE_NAMES } from '../render/footer-lines.js';

export interface PlanFacts {
  /** The mode before plan mode. */
  readonly before: ApprovalMode;
  /** Modes that accept by themselves are for trusted folders. */
  readonly trusted: boolean;
}

export function planChoices({ before, trusted }: PlanFacts): readonly Choice<ApprovalMode | 'no'>[] {
  return [
    { label: `Yes, and back to ${MODE_NAMES[before] ?? before}`, value: before },
    ...(trusted && before !== 'auto-edit'
      ? [{ label: 'Yes, and accept edits from here on', value: 'auto-edit' } as const]
      : []),
    ...(before === 'default' ? [] : [{ label: 'Yes, and ask me before each edit', value: 'default' } as const]),
    { label: 'No, keep planning (Esc)', value: 'no' },
  ];
}
