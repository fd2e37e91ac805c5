/** A part of a conversation as text to be summed up: who said what, calls and results cut to what a summary needs. Pure. */
import type { Message } from '../../models/types.js';
import { limitText } from '../../shared/text-limit.js';

const WORDS = { maxChars: 12_000, maxLines: 400, headShare: 0.7 };
const RESULT = { maxChars: 2_000, maxLines: 60, headShare: 0.7 };
const ARGUMENTS = { maxChars: 1_000, maxLines: 40, headShare: 0.7 };

/** Never longer than `maxChars` and a line; the middle is left out first. */
export function transcript(messages: readonly Message[], maxChars: number): string {
  const whole = messages.map(paragraph).join('\n\n');
  return limitText(whole, { maxChars, maxLines: Infinity, headShare: 0.3 }).text;
}

function paragraph(message: Message): string {
  switch (message.role) {
    case 'assistant': {
      const calls = message.toolCalls.map(
        (call) => `[calls ${call.name} ${limitText(call.argumentsJson, ARGUMENTS).text}]`,
      );
      return ['ASSISTANT:', ...(message.text === '' ? [] : [limitText(message.text, WORDS).text]), ...calls].join('\n');
    }
    case 'tool':
      return `RESULT of ${message.name}:\n${limitText(message.text, RESULT).text}`;
    default:
      return `${message.role.toUpperCase()}:\n${limitText(message.text, WORDS).text}`;
  }
}
