/** The YAML head of a Markdown file, between two lines of `---`. */

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** What follows the head; the whole text where there is none. */
  readonly body: string;
  /** The head is no YAML map: it is ignored. */
  readonly broken: boolean;
}

const HEAD = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Never throws. The YAML library is loaded only for a text that has a head. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const found = HEAD.exec(text);
  if (found === null) return { data: {}, body: text, broken: false };
  const body = text.slice(found[0].length);
  try {
    const { parseYaml } = await import('./parse-yaml.js');
    const data: unknown = parseYaml(found[1] ?? '') ?? {};
    const isMap = typeof data === 'object' && !Array.isArray(data);
    return isMap ? { data: { ...data }, body, broken: false } : { data: {}, body, broken: true };
  } catch {
    return { data: {}, body, broken: true };
  }
}
