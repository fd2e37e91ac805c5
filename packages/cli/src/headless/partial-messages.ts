/**
 * The pieces of a model message as stream events. Each kind of block (thinking, text, tool use) is a message of its own
 * on the wire, so a change of kind ends one and starts the next. The last one stays open until the whole message is
 * known, because only its record carries the usage.
 */
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import type { Usage } from '@qwen-code/qwen-code-core/models/types.js';
import { assistantRecord, toolUseBlock, type AssistantFacts, type Block, type WireRecord } from './records.js';

export interface PartialPorts {
  emit(record: WireRecord): void;
  emitEvent(event: WireRecord): void;
  newId(): string;
  readonly sessionId: string;
}

interface OpenMessage {
  readonly id: string;
  readonly model: string;
  readonly kind: 'text' | 'thinking';
  text: string;
}

export interface PartialMessages {
  /** `model`: the name of the one that it is of. */
  event(event: AgentEvent, model: string): void;
  /** Ends a message that was cut short: its block and message are closed, and what there is of it is told. */
  abandon(): void;
}

export function createPartialMessages({ emit, emitEvent, newId, sessionId }: PartialPorts): PartialMessages {
  let open: OpenMessage | undefined;
  /** What of the present message was told in pieces; the rest is told whole. */
  const told = new Set<OpenMessage['kind']>();

  const startMessage = (model: string): string => {
    const id = newId();
    emitEvent({ type: 'message_start', message: { id, role: 'assistant', model, content: [] } });
    return id;
  };
  const endMessage = (facts: Pick<AssistantFacts, 'id' | 'model' | 'content' | 'usage'>): void => {
    emit(assistantRecord({ ...facts, sessionId, parent: null }));
    emitEvent({ type: 'message_stop' });
  };
  const close = (usage: Usage): void => {
    if (open === undefined) return;
    emitEvent({ type: 'content_block_stop', index: 0 });
    endMessage({ ...open, content: [finishedBlock(open)], usage });
    open = undefined;
  };
  const grow = (kind: OpenMessage['kind'], text: string, model: string): void => {
    if (open?.kind !== kind) {
      close(NO_USAGE);
      open = { id: startMessage(model), model, kind, text: '' };
      emitEvent({ type: 'content_block_start', index: 0, content_block: emptyBlock(kind) });
    }
    told.add(kind);
    open.text += text;
    emitEvent({ type: 'content_block_delta', index: 0, delta: delta(kind, text) });
  };
  const tools = (content: readonly Block[], usage: Usage, model: string): void => {
    const id = startMessage(model);
    for (const [index, block] of content.entries()) {
      if (block.type !== 'tool_use') continue;
      const partialJson = JSON.stringify(block.input);
      emitEvent({ type: 'content_block_start', index, content_block: { ...block, input: {} } });
      emitEvent({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: partialJson } });
      emitEvent({ type: 'content_block_stop', index });
    }
    endMessage({ id, model, content, usage });
  };

  return {
    event(event, model) {
      if (event.type === 'reasoning-delta') grow('thinking', event.text, model);
      if (event.type === 'text-delta') grow('text', event.text, model);
      if (event.type !== 'assistant') return;
      const { reasoning, text, toolCalls: calls } = event.message;
      if (reasoning !== '' && !told.has('thinking')) grow('thinking', reasoning, model);
      if (text !== '' && !told.has('text')) grow('text', text, model);
      told.clear();
      close(calls.length > 0 ? NO_USAGE : event.usage);
      if (calls.length > 0) tools(calls.map(toolUseBlock), event.usage, model);
    },
    abandon: () => close(NO_USAGE),
  };
}

const emptyBlock = (kind: OpenMessage['kind']): Block =>
  kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' };

const finishedBlock = ({ kind, text }: OpenMessage): Block =>
  kind === 'text' ? { type: 'text', text } : { type: 'thinking', thinking: text, signature: '' };

const delta = (kind: OpenMessage['kind'], text: string): WireRecord =>
  kind === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text };
