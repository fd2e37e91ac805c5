/** As much of turndown as is used here: its own types bring those of a browser along, for the whole program. */
declare module 'turndown' {
  interface HtmlNode {
    readonly nodeName: string;
    readonly isBlock: boolean;
    getAttribute(name: string): string | null;
  }

  interface Rule {
    filter(node: HtmlNode): boolean;
    replacement(content: string, node: HtmlNode): string;
  }

  interface Options {
    readonly headingStyle?: 'setext' | 'atx';
    readonly codeBlockStyle?: 'indented' | 'fenced';
    readonly bulletListMarker?: '-' | '+' | '*';
  }

  export default class TurndownService {
    constructor(options?: Options);
    remove(names: readonly string[]): this;
    addRule(name: string, rule: Rule): this;
    turndown(html: string): string;
  }
}
