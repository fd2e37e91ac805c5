/** The tools of one conversation, of the user or of a sub-agent: all that may be called, and those it is told of now. */
import { mergeTools } from '@qwen-code/qwen-code-core/tools/registry.js';
import { createDeferralReminder } from '@qwen-code/qwen-code-core/tools/tool-search/deferral-reminder.js';
import { createDeferral, type DeferralSettings } from '@qwen-code/qwen-code-core/tools/tool-search/deferral.js';
import { createToolSearchTool } from '@qwen-code/qwen-code-core/tools/tool-search/tool-search-tool.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';

export interface ToolRoomOptions {
  /** Tools of this conversation; they beat others of the same name. */
  readonly own: readonly Tool[];
  others(): readonly Tool[];
  isEnabled(tool: Tool): boolean;
  /** Those that the policy lets the model be told of. */
  offered(tools: readonly Tool[]): readonly Tool[];
  readonly deferral: DeferralSettings;
  /** Names of tools that were looked up before. */
  readonly revealed: readonly string[];
}

export interface ToolRoom {
  /** Every tool that may be called. */
  all(): readonly Tool[];
  /** Those of them that are declared in the next request. */
  offer(tools: readonly Tool[]): readonly Tool[];
  /** Those that would be declared, were there a request now. */
  declared(): readonly Tool[];
  /** Those that the model knows of, declared or to be looked up. */
  known(): readonly Tool[];
  /** The tools to look up when the conversation began; undefined: none. */
  reminder(): string | undefined;
  /** What came and went since. */
  changes(): string | undefined;
  /** The conversation begins anew, or was summed up. */
  restart(): void;
}

export function toolRoom({ own, others, isEnabled, offered, deferral: settings, revealed }: ToolRoomOptions): ToolRoom {
  const deferral = createDeferral(settings, revealed);
  const reminder = createDeferralReminder();
  const search = createToolSearchTool({ deferral, tools: () => offered(all()) });
  const all = (): readonly Tool[] => mergeTools([...own, search], others()).filter(isEnabled);
  const now = (): { hidden: readonly Tool[]; tools: readonly Tool[] } => {
    const tools = offered(all());
    return { hidden: deferral.hidden(tools), tools };
  };
  return {
    all,
    offer: (tools) => deferral.declared(offered(tools)),
    declared: () => deferral.wouldDeclare(offered(all())),
    known: () => offered(all()).filter((tool) => tool !== search || deferral.isOn()),
    reminder: () => reminder.first(now()),
    changes: () => reminder.changes(now()),
    restart: () => reminder.restart(),
  };
}
