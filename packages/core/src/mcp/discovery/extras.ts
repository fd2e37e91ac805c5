/**
 * What a server offers besides tools: prompts, resources and instructions (MCP specification, server features).
 * Raw listings become plain values. Pure, and tolerant: an entry that can't be used is left out.
 */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

export interface DiscoveredPrompt {
  readonly name: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
}

export interface DiscoveredResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface ServerExtras {
  readonly prompts: readonly DiscoveredPrompt[];
  readonly resources: readonly DiscoveredResource[];
  /** It declares resources: one may be read by its URI also when none is listed. */
  readonly readsResources: boolean;
  /** The server's own words about its use; at most MAX_INSTRUCTION_CHARS. */
  readonly instructions: string | undefined;
}

export const NO_EXTRAS: ServerExtras = { prompts: [], resources: [], readsResources: false, instructions: undefined };

const MAX_INSTRUCTION_CHARS = 4_000;

type Entry = Readonly<Record<string, unknown>>;

export function snapshotPrompts(entries: readonly unknown[]): readonly DiscoveredPrompt[] {
  const prompts = entries.flatMap((entry): DiscoveredPrompt[] => {
    if (!isEntry(entry) || !isText(entry['name'])) return [];
    const args = Array.isArray(entry['arguments']) ? entry['arguments'].flatMap(promptArgument) : undefined;
    return [
      { name: entry['name'], ...texts(entry, ['description']), ...(args === undefined ? {} : { arguments: args }) },
    ];
  });
  return firstOfEach(prompts, ({ name }) => name);
}

function promptArgument(entry: unknown): PromptArgument[] {
  if (!isEntry(entry) || !isText(entry['name'])) return [];
  const required = entry['required'] === true;
  return [{ name: entry['name'], ...texts(entry, ['description']), ...(required ? { required } : {}) }];
}

export function snapshotResources(entries: readonly unknown[]): readonly DiscoveredResource[] {
  const resources = entries.flatMap((entry): DiscoveredResource[] => {
    if (!isEntry(entry) || !isText(entry['uri'])) return [];
    const name = isText(entry['name']) ? entry['name'] : entry['uri'];
    return [{ uri: entry['uri'], name, ...texts(entry, ['title', 'description', 'mimeType']) }];
  });
  return firstOfEach(resources, ({ uri }) => uri);
}

/** Undefined when there is nothing to say; cut when there is too much. */
export function boundedInstructions(instructions: unknown): string | undefined {
  const text = typeof instructions === 'string' ? instructions.trim() : '';
  if (text === '') return undefined;
  return text.length <= MAX_INSTRUCTION_CHARS ? text : `${text.slice(0, MAX_INSTRUCTION_CHARS - 1)}…`;
}

function texts<K extends string>(entry: Entry, keys: readonly K[]): { [Key in K]?: string } {
  const found = keys.flatMap((key) => (isText(entry[key]) ? [[key, entry[key]]] : []));
  return Object.fromEntries(found) as { [Key in K]?: string };
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}
