/**
 * What a server answered to a read of a prompt or a resource, as text and media. Tolerant: what can't be read is noted
 * in place. Pure.
 */
import type { MediaPart } from '../../models/types.js';
import { renderContent } from '../mcp-tool/content.js';

export interface ResourceContent {
  readonly text: string;
  readonly media?: readonly MediaPart[];
}

/** The result of `resources/read`: text stands for itself, images and sounds are media, other blobs are named. */
export function resourceContent(result: unknown): ResourceContent {
  const contents = listOf(result, 'contents');
  const { texts, media } = renderContent(contents.map((resource) => ({ type: 'resource', resource })));
  return { text: texts.join('\n'), ...(media.length === 0 ? {} : { media }) };
}

/** The result of `prompts/get`: what all of its messages say, whoever they are written for. */
export function promptText(result: unknown): string {
  const blocks = listOf(result, 'messages').flatMap((message) => {
    const content = (message as { content?: unknown } | null | undefined)?.content;
    return Array.isArray(content) ? content : [content];
  });
  return renderContent(blocks).texts.join('\n\n');
}

function listOf(result: unknown, key: string): readonly unknown[] {
  const list = (result as Record<string, unknown> | null | undefined)?.[key];
  return Array.isArray(list) ? list : [];
}
