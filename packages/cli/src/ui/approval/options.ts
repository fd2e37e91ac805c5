/** What a person can answer, and what each answer does. Pure. */
import type { Suggestion } from '@qwen-code/qwen-code-core/scheduler/suggest-rule.js';
import type { Choice } from '../dialogs/choice-list.js';

export type ApprovalChoice =
  | { readonly kind: 'once' }
  /** Writes the rule to the settings of the project or the user. */
  | { readonly kind: 'always'; readonly scope: 'project' | 'user'; readonly rule: string }
  /** Goes on in this mode for the rest of the session. */
  | { readonly kind: 'mode'; readonly mode: 'auto-edit' }
  | { readonly kind: 'no' };

export interface ApprovalFacts {
  readonly suggestion: Suggestion;
  /** Only then is anything remembered. */
  readonly trusted: boolean;
}

export function approvalChoices({ suggestion, trusted }: ApprovalFacts): readonly Choice<ApprovalChoice>[] {
  return [
    { label: 'Yes, once', value: { kind: 'once' } },
    ...(trusted ? remembering(suggestion) : []),
    { label: 'No, and say what to do instead (Esc)', value: { kind: 'no' } },
  ];
}

function remembering(suggestion: Suggestion): readonly Choice<ApprovalChoice>[] {
  switch (suggestion.kind) {
    case 'rule': {
      const { rule } = suggestion;
      return [
        {
          label: `Always in this project: ${rule} (.qwen/settings.json)`,
          value: { kind: 'always', scope: 'project', rule },
        },
        { label: `Always for you: ${rule} (~/.qwen/settings.json)`, value: { kind: 'always', scope: 'user', rule } },
      ];
    }
    case 'mode':
      return [{ label: 'Yes, and accept edits from here on', value: { kind: 'mode', mode: suggestion.mode } }];
    case 'none':
      return [];
  }
}
