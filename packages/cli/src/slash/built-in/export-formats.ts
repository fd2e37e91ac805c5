/** A conversation as Markdown, HTML, JSON and JSON lines. Pure. */
import { escapeHtml } from '@qwen-code/qwen-code-core/shared/escape-html.js';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { Message } from '@qwen-code/qwen-code-core/models/types.js';

export interface Exported {
  readonly sessionId: string;
  readonly model: string;
  /** ISO 8601. */
  readonly at: string;
  readonly history: History;
}

type Format = (exported: Exported) => string;

const markdown: Format = ({ sessionId, model, at, history }) =>
  [`# Session ${sessionId}`, `${at}, ${model}`, ...history.map(section)].join('\n\n') + '\n';

function section(message: Message): string {
  switch (message.role) {
    case 'assistant': {
      const calls = message.toolCalls.map(
        ({ name, argumentsJson }) => `Calls \`${name}\`\n\n${fenced(argumentsJson, 'json')}`,
      );
      return ['## Model', ...(message.text === '' ? [] : [message.text]), ...calls].join('\n\n');
    }
    case 'tool':
      return `## Result of ${message.name}\n\n${fenced(message.text)}`;
    default:
      return `## ${message.role === 'user' ? 'User' : 'System'}\n\n${message.text}`;
  }
}

/** With a fence longer than any in the text. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;background:#8881;padding:.7rem;border-radius:.3rem}';

const html: Format = ({ sessionId, model, at, history }) =>
  `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Session ${escapeHtml(sessionId)}</title><style>${STYLE}</style>\n` +
  `<h1>Session ${escapeHtml(sessionId)}</h1>\n<p>${escapeHtml(at)}, ${escapeHtml(model)}</p>\n${history.map(htmlSection).join('\n')}\n</html>\n`;

function htmlSection(message: Message): string {
  const block = (title: string, text: string): string =>
    `<h2>${escapeHtml(title)}</h2>\n<pre>${escapeHtml(text)}</pre>`;
  switch (message.role) {
    case 'assistant':
      return [
        ...(message.text === '' ? [] : [block('Model', message.text)]),
        ...message.toolCalls.map(({ name, argumentsJson }) => block(`Call of ${name}`, argumentsJson)),
      ].join('\n');
    case 'tool':
      return block(`Result of ${message.name}`, message.text);
    default:
      return block(message.role === 'user' ? 'User' : 'System', message.text);
  }
}

const json: Format = ({ history, ...facts }) => `${JSON.stringify({ ...facts, messages: history }, undefined, 2)}\n`;
const jsonl: Format = ({ history }) => history.map((message) => `${JSON.stringify(message)}\n`).join('');

export const EXPORT_FORMATS = { md: markdown, html, json, jsonl } as const satisfies Record<string, Format>;

export const isExportFormat = (name: string): name is keyof typeof EXPORT_FORMATS =>
  Object.hasOwn(EXPORT_FORMATS, name);
