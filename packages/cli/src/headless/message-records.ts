/** One model message as records: a line for each kind of block, in the order thinking, text, tool use. */
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import type { AssistantMessage, Usage } from '@qwen-code/qwen-code-core/models/types.js';
import { assistantRecord, toolUseBlock, type Block, type Parent, type WireRecord } from './records.js';

/** The message's blocks, grouped by kind; kinds it does not have are left out. */
export function blocksOf({ reasoning, text, toolCalls }: AssistantMessage): readonly (readonly Block[])[] {
  const groups: Block[][] = [
    reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning, signature: '' }],
    text === '' ? [] : [{ type: 'text', text }],
    toolCalls.map(toolUseBlock),
  ];
  return groups.filter((blocks) => blocks.length > 0);
}

/** Only the last line carries the message's usage, so that a sum over lines is right. */
export function messageRecords(
  message: AssistantMessage,
  facts: {
    readonly sessionId: string;
    readonly parent: Parent;
    readonly model: string;
    readonly usage: Usage;
    newId(): string;
  },
): WireRecord[] {
  const groups = blocksOf(message);
  return groups.map((content, at) =>
    assistantRecord({
      id: facts.newId(),
      sessionId: facts.sessionId,
      parent: facts.parent,
      model: facts.model,
      content,
      usage: at === groups.length - 1 ? facts.usage : NO_USAGE,
    }),
  );
}
