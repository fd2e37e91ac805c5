/**
 * About how many tokens messages take. Pure. Only for what no API has counted yet: four characters a token for text, three
 * for what is hardly words, and a fixed price for a picture.
 */
import type { Message } from '../../models/types.js';

const TOKENS_PER_MEDIA = 1_500;
const TOKENS_PER_MESSAGE = 4;
const CHARS_PER_TOKEN = 4;

/** The same for a text by itself. */
export const estimateText = (text: string): number => Math.ceil(weightOf(text) / CHARS_PER_TOKEN);

export const estimateTokens = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0);

function tokensOf(message: Message): number {
  const media = 'media' in message ? (message.media?.length ?? 0) * TOKENS_PER_MEDIA : 0;
  return TOKENS_PER_MESSAGE + Math.ceil(charsOf(message) / CHARS_PER_TOKEN) + media;
}

function charsOf(message: Message): number {
  if (message.role !== 'assistant') return weightOf(message.text);
  const calls = message.toolCalls.reduce((sum, { name, argumentsJson }) => sum + name.length + argumentsJson.length, 0);
  return weightOf(message.text) + weightOf(message.reasoning) + calls;
}

/** Scripts without spaces take a token for about each character. */
const weightOf = (text: string): number =>
  text.length + 3 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
