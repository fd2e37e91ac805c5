/** What stands inside a line of markdown, styled. Pure. */
import type { Token } from 'marked';
import type { Style } from './style.js';

export const inline = (tokens: readonly Token[], style: Style): string =>
  tokens.map((token) => one(token, style)).join('');

function one(token: Token, style: Style): string {
  const inner = (): string =>
    token.type === 'text' && !('tokens' in token) ? token.raw : inline(childrenOf(token), style);
  switch (token.type) {
    case 'strong':
      return style.bold(inner());
    case 'em':
      return style.italic(inner());
    case 'del':
      return style.strike(inner());
    case 'codespan':
      return style.code((token as { text: string }).text);
    case 'link':
      return link(inner(), (token as { href: string }).href, style);
    case 'image':
      return style.muted(`[image: ${(token as { text: string }).text}]`);
    case 'br':
      return '\n';
    case 'escape':
      return (token as { text: string }).text;
    case 'checkbox':
      return '';
    case 'text':
      // A line feed inside a paragraph is a space in markdown; models write it where they mean it, so it stays.
      return inner();
    default:
      return token.raw;
  }
}

const childrenOf = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);

const link = (text: string, href: string, style: Style): string =>
  text === href || href === `mailto:${text}`
    ? style.link(style.underline(href))
    : `${style.underline(text)} ${style.muted(`(${href})`)}`;
