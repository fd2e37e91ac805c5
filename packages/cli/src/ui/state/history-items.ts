/** An earlier conversation as items, for a session that is gone on with. Pure. */
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { Message } from '@qwen-code/qwen-code-core/models/types.js';
import { safeText } from '../render/safe-text.js';
import { toolView } from './tool-view.js';
import type { ItemContent } from './view-state.js';

export function historyItems(history: History): readonly ItemContent[] {
  const results = new Map(
    history.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.text] as const] : [])),
  );
  return history.flatMap((message) => itemsOf(message, results));
}

function itemsOf(message: Message, results: ReadonlyMap<string, string>): readonly ItemContent[] {
  switch (message.role) {
    case 'user':
      return isNote(message.text) ? [] : [{ kind: 'user', text: safeText(message.text) }];
    case 'assistant': {
      const text = safeText(message.text).trim();
      const calls = message.toolCalls.map(({ id, name, argumentsJson }): ItemContent => ({
        kind: 'tool',
        tool: toolView(name, argumentsOf(argumentsJson)),
        result: { status: 'ok', text: safeText(results.get(id) ?? ''), durationMs: 0 },
      }));
      return [...(text === '' ? [] : [{ kind: 'answer' as const, text, first: true, joined: false }]), ...calls];
    }
    default:
      return [];
  }
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
