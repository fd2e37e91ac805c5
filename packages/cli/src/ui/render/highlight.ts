/** Code in the colours of its language. The grammars are loaded when the screen stands already; until then code is plain. */
import type { Element, ElementContent, Root } from 'hast';
import type { Style } from './style.js';

/** undefined for a language nobody knows. */
export type Highlight = (code: string, language: string, style: Style) => string | undefined;

/** Beyond this, colours cost more than they help. */
const MAX_CHARS = 50_000;

export async function loadHighlight(): Promise<Highlight> {
  const { openLowlight } = await import('./languages.js');
  const lowlight = openLowlight();
  return (code, language, style) => {
    if (code.length > MAX_CHARS || !lowlight.registered(language)) return undefined;
    return paint(lowlight.highlight(language, code), style);
  };
}

const paint = (node: Root | Element, style: Style): string =>
  (node.children as ElementContent[]).map((child) => paintOne(child, style)).join('');

function paintOne(node: ElementContent, style: Style): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  const inner = paint(node, style);
  const classes = node.properties['className'];
  const role = (Array.isArray(classes) ? classes : [])
    .map((name) => ROLES[String(name)])
    .find((found) => found !== undefined);
  return role === undefined ? inner : style[role](inner);
}

const ROLES: Readonly<Record<string, keyof Style>> = {
  'hljs-keyword': 'keyword',
  'hljs-literal': 'number',
  'hljs-number': 'number',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-comment': 'comment',
  'hljs-doctag': 'comment',
  'hljs-title': 'function',
  'hljs-section': 'heading',
  'hljs-name': 'keyword',
  'hljs-attr': 'type',
  'hljs-attribute': 'type',
  'hljs-built_in': 'type',
  'hljs-type': 'type',
  'hljs-meta': 'comment',
  'hljs-symbol': 'number',
  'hljs-selector-class': 'type',
  'hljs-selector-tag': 'keyword',
  'hljs-addition': 'added',
  'hljs-deletion': 'removed',
};
