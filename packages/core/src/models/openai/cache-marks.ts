/**
 * Which messages of a chat completions request are marked for the provider's prompt cache. Pure. DashScope takes such marks,
 * on content parts, up to four a request; other hosts may refuse them, and most keep what comes again without being told.
 *
 * Marked are the system prompt and the newest two messages from our side, so that the last request's mark is still found.
 */
import type { Part, WireMessage } from './to-wire.js';

const HOSTS = /(?:^|\.)dashscope(?:-[a-z]+)?\.aliyuncs\.com$/;
const MARKED_TURNS = 2;
const MARK = { cache_control: { type: 'ephemeral' } } as const;

export const takesCacheMarks = (baseUrl: string): boolean => HOSTS.test(new URL(baseUrl).hostname);

export function withCacheMarks(messages: readonly WireMessage[]): readonly WireMessage[] {
  const ours = messages.filter(isMarkable);
  const marked = new Set([...messages.filter(({ role }) => role === 'system'), ...ours.slice(-MARKED_TURNS)]);
  return messages.map((message) =>
    marked.has(message) ? { ...message, content: withMark(message.content) } : message,
  );
}

/** A tool result that is plain text is so because the server takes no parts there. */
const isMarkable = ({ role, content }: WireMessage): boolean =>
  (role === 'user' && content !== null && content.length > 0) || (role === 'tool' && typeof content !== 'string');

function withMark(content: WireMessage['content']): WireMessage['content'] {
  const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  return parts.map((part, place) => (place === parts.length - 1 ? { ...part, ...MARK } : part));
}
