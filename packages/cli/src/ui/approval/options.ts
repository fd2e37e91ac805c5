/** What a person can answer, and what each answer does. Pure. */
import type { Suggestion } from '@qwen-code/qwen-code-core/scheduler/suggest-rule.js';
import type { Choice } from '../dialogs/choice-list.js';

export type ApprovalChoice =
  | { readonly kind: 'once' }
  /** Writes the rule to the settings of the project or the user. */
  | { readonly kind: 'always'; readonly scope: 'project' | 'user'; readonly rule: string }
  /** Goes on in this mode for the rest of the session. */
  | { readonly kind: 'mode'; readonly mode: 'auto-edit' | 'default' }
  /** Opens the change in the person's editor and asks again. */
  | { readonly kind: 'modify' };

export interface ApprovalFacts {
  readonly suggestion: Suggestion;
  /** Only then is anything remembered. */
  readonly trusted: boolean;
  /** Mode `auto` could not tell by itself. */
  readonly autoAsks: boolean;
  /** There is an editor, and a change that can be written in it. */
  readonly modifiable: boolean;
  /** Where rules are written, as the person is to read it. */
  readonly files: { readonly project: string; readonly user: string };
}

export function approvalChoices(facts: ApprovalFacts): readonly Choice<ApprovalChoice | 'no'>[] {
  return [
    ...(facts.autoAsks ? [ASKED_FROM_HERE] : []),
    { label: 'Yes, once', value: { kind: 'once' } },
    ...(facts.trusted ? remembering(facts) : []),
    ...(facts.modifiable ? [{ label: 'Change it in my editor first', value: { kind: 'modify' } as const }] : []),
    { label: 'No, and say what to do instead (Esc)', value: 'no' },
  ];
}

const ASKED_FROM_HERE: Choice<ApprovalChoice> = {
  label: 'Yes, once, and leave Auto mode: ask me from here on',
  value: { kind: 'mode', mode: 'default' },
};

function remembering({ suggestion, files }: ApprovalFacts): readonly Choice<ApprovalChoice>[] {
  switch (suggestion.kind) {
    case 'rule': {
      const { rule } = suggestion;
      return [
        {
          label: `Always in this project: ${rule} (${files.project})`,
          value: { kind: 'always', scope: 'project', rule },
        },
        { label: `Always for you: ${rule} (${files.user})`, value: { kind: 'always', scope: 'user', rule } },
      ];
    }
    case 'mode':
      return [{ label: 'Yes, and accept edits from here on', value: { kind: 'mode', mode: suggestion.mode } }];
    case 'none':
      return [];
  }
}
