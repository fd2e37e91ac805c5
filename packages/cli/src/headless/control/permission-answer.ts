/**
 * What the host's answer to can_use_tool means. Pure. Only a clear `allow` allows; whatever else comes is a no, and says so
 * to the model.
 */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';

export type PermissionAnswer =
  /** `input` only when the host changed it. */
  | { readonly kind: 'allow'; readonly input?: ToolArguments }
  /** `interrupt`: the turn ends with this call. */
  | { readonly kind: 'deny'; readonly shown: string; readonly interrupt: boolean };

export function permissionAnswer(response: unknown, asked: { tool: string; input: ToolArguments }): PermissionAnswer {
  if (!isJsonObject(response)) return unusable(asked.tool);
  const { behavior, updatedInput, message, interrupt } = response;
  if (behavior === 'deny') {
    const reason = typeof message === 'string' && message.trim() !== '' ? message : refused(asked.tool);
    return { kind: 'deny', shown: reason, interrupt: interrupt === true };
  }
  if (behavior !== 'allow') return unusable(asked.tool);
  if (updatedInput === undefined || updatedInput === null) return { kind: 'allow' };
  if (!isJsonObject(updatedInput)) return unusable(asked.tool);
  return isDeepStrictEqual(updatedInput, asked.input) ? { kind: 'allow' } : { kind: 'allow', input: updatedInput };
}

const refused = (tool: string): string => `${tool} was not run: the program that drives qwen refused it.`;

const unusable = (tool: string): PermissionAnswer => ({
  kind: 'deny',
  shown: `${tool} was not run: the program that drives qwen gave no clear answer about it.`,
  interrupt: false,
});
