/** What the pages about tools say. Pure. What a server wrote of its tools is shown as its words, made safe to print. */
import { printableJson, printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { ListedTool } from '../../wire/mcp-side.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import { cut, wrapped } from '../render/lines.js';
import { safeText } from '../render/safe-text.js';
import type { McpValue, PageView } from './pages.js';
import { labelled, type PageLook } from './server-pages.js';
import { CLASS_WORDS, hintMarks, hintWords, lostWords } from './tool-words.js';

/** How much the list tells of each tool. */
export type ToolDetail = 'plain' | 'desc' | 'schema';

export interface ToolsPageFacts {
  readonly server: string;
  readonly tools: readonly ListedTool[];
  readonly detail: ToolDetail;
}

export function toolsPage({ server, tools, detail }: ToolsPageFacts, { style, width }: PageLook): PageView {
  const items = tools.map(({ tool, facts }): ListItem<McpValue> => {
    const marks = hintMarks(facts.hints).map((mark) =>
      mark === 'destructive' ? style.warning(mark) : style.info(mark),
    );
    const repeats = facts.shutGates.length === 0 ? [style.info('may be sent again')] : [];
    const [about = ''] = safeText(tool.description).trim().split('\n');
    return {
      label: [printableText(tool.name), ...[...marks, ...repeats].map((word) => `· ${word}`)].join(' '),
      details: [
        ...(detail === 'plain' || about === '' ? [] : [cut(about, width * 2)]),
        ...(detail === 'schema' ? parameterLines(tool.inputSchema) : []),
      ],
      value: { kind: 'open', page: { kind: 'tool', server, tool: tool.name } },
    };
  });
  return {
    title: `Tools of ${printableText(server)}`,
    head: [],
    body: { kind: 'list', items },
    empty: 'It offers no tools.',
  };
}

export function toolPage(name: string, listed: ListedTool | undefined, { style, width }: PageLook): PageView {
  const title = `Tool ${printableText(name)}`;
  const empty = 'Its server does not offer it any more.';
  if (listed === undefined) return { title, head: [], body: { kind: 'text', lines: [] }, empty };
  const { tool, facts } = listed;
  const row = (label: string, value: string): string[] => labelled(label, value, { style, width });
  const parameters = parameterLines(tool.inputSchema);
  const gates = facts.shutGates.flatMap(({ why, opens }) => [
    ...wrapped(`- ${why}.`, width),
    ...wrapped(opens, width - 2).map((line) => `  ${style.muted(line)}`),
  ]);
  const lines = [
    ...(tool.title === undefined ? [] : row('Title', printableText(tool.title))),
    ...row('Declares', hintWords(facts.hints)),
    ...row('Class', CLASS_WORDS[facts.replayClass]),
    ...row('If lost', lostWords(facts)),
    '',
    ...wrapped(safeText(tool.description).trim() || 'Its server does not describe it.', width),
    '',
    style.bold('Parameters'),
    ...(parameters.length === 0 ? ['none'] : parameters.flatMap((line) => wrapped(line, width))),
    ...(gates.length === 0 ? [] : ['', style.bold('Why a lost call is never sent again'), ...gates]),
  ];
  return { title, head: [], body: { kind: 'text', lines }, empty };
}

type Fields = Readonly<Record<string, unknown>>;

/** One line a parameter: its name, what it may hold, and its description. */
export function parameterLines(schema: Fields): string[] {
  const properties = isFields(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, value]) => {
    const field = isFields(value) ? value : {};
    const kind = kindOf(field);
    const facts = [...(kind === '' ? [] : [kind]), required.includes(name) ? 'needed' : 'optional'];
    const about = typeof field['description'] === 'string' ? `: ${field['description']}` : '';
    return printableText(`${name} (${facts.join(', ')})${about}`);
  });
}

function kindOf({ type, enum: values }: Fields): string {
  if (Array.isArray(values)) return `one of ${values.map((value) => JSON.stringify(printableJson(value))).join(', ')}`;
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string').join(' or ');
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
