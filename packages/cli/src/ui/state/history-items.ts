/** An earlier conversation as items, for a session that is gone on with. Pure. */
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { Message, ToolCallRequest } from '@qwen-code/qwen-code-core/models/types.js';
import { safeText } from '../render/safe-text.js';
import { planItems } from './plan-item.js';
import { toolView } from './tool-view.js';
import type { ItemContent, UnknownCall } from './view-state.js';

type ToolMessage = Extract<Message, { role: 'tool' }>;

/** The record of a call, while its outcome is still unknown. */
export type StillOpen = (call: {
  readonly callId: string;
  readonly recordId: string | undefined;
}) => Pick<UnknownCall, 'at' | 'end' | 'recordId'> | undefined;

export function historyItems(history: History, stillOpen: StillOpen = () => undefined): readonly ItemContent[] {
  const results = new Map(
    history.flatMap((message) => (message.role === 'tool' ? [[message.callId, message] as const] : [])),
  );
  return history.flatMap((message) => itemsOf(message, results, stillOpen));
}

function itemsOf(
  message: Message,
  results: ReadonlyMap<string, ToolMessage>,
  stillOpen: StillOpen,
): readonly ItemContent[] {
  switch (message.role) {
    case 'user':
      return isNote(message.text) ? [] : [{ kind: 'user', text: safeText(message.text) }];
    case 'assistant': {
      const text = safeText(message.text).trim();
      const calls = message.toolCalls.flatMap((call) => callItems(call, results.get(call.id), stillOpen));
      return [...(text === '' ? [] : [{ kind: 'answer' as const, text, first: true, joined: false }]), ...calls];
    }
    default:
      return [];
  }
}

function callItems(
  { id: callId, name, argumentsJson }: ToolCallRequest,
  result: ToolMessage | undefined,
  stillOpen: StillOpen,
): readonly ItemContent[] {
  const args = argumentsOf(argumentsJson);
  const tool = toolView(name, args);
  const unknown = result?.unknown;
  const status = unknown === undefined ? (result?.ended ?? 'ok') : 'unknown';
  const item: ItemContent = {
    kind: 'tool',
    tool,
    result: { status, text: safeText(result?.text ?? ''), durationMs: 0 },
  };
  const open = unknown && stillOpen({ callId, recordId: unknown.recordId });
  const items = [...planItems(name, args), item];
  return open === undefined ? items : [...items, { kind: 'unknown-outcome', tool, byAgent: false, ...open }];
}

/** What was said to the model by us and not by the user. */
const isNote = (text: string): boolean =>
  text.startsWith('<system-reminder>') && text.trimEnd().endsWith('</system-reminder>');

function argumentsOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** What the user said, for the prompt's history. */
export const sentBefore = (history: History): readonly string[] =>
  history.flatMap((message) => (message.role === 'user' && !isNote(message.text) ? [message.text] : []));
