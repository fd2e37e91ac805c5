/** The plan that a person was asked about stays readable when the question is gone. Pure. */
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { safeText } from '../render/safe-text.js';
import type { ItemContent } from './view-state.js';

/** Nothing for any other call. */
export function planItems(name: string, args: ToolArguments | undefined): readonly ItemContent[] {
  const plan = name === 'exit_plan_mode' ? args?.['plan'] : undefined;
  return typeof plan === 'string' ? [{ kind: 'report', text: safeText(plan) }] : [];
}
