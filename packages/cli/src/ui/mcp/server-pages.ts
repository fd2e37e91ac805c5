/** What the pages about servers say: the list, one server, its prompts, resources and log, how to sign in. Pure. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { McpSide, ServerView } from '../../wire/mcp-side.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import { wrapped } from '../render/lines.js';
import type { Style } from '../render/style.js';
import type { McpAct, McpPage, McpValue, PageView } from './pages.js';
import { groupOf, inGroups, offerWords, SOURCE_WORDS, stateWords } from './server-words.js';

export interface PageLook {
  readonly style: Style;
  readonly width: number;
}

const open = (page: McpPage): McpValue => ({ kind: 'open', page });

export function serversPage(servers: readonly ServerView[], { style }: PageLook): PageView {
  const items = inGroups(servers).map((server): ListItem<McpValue> => {
    const { mark, words, role } = stateWords(server);
    const offers = server.toolCount === 0 ? '' : style.muted(` · ${offerWords(server)}`);
    return {
      label: `${style[role](mark)} ${printableText(server.name)} ${style[role](words)}${offers}`,
      details: server.shown === undefined ? [] : [printableText(server.shown)],
      group: groupOf(server),
      value: open({ kind: 'server', server: server.name }),
    };
  });
  return {
    title: 'MCP servers',
    head: [],
    body: { kind: 'list', items },
    empty: 'No MCP servers are configured. To add one: qwen mcp add NAME COMMAND-OR-URL',
  };
}

export interface ServerPageFacts {
  readonly server: ServerView;
  /** The last lines of its standard error. */
  readonly logLines: number;
  /** The project declares it, so that it is the user's to approve. */
  readonly ofProject: boolean;
  /** What came of the last thing that was done here. */
  readonly note: string | undefined;
}

export function serverPage({ server, note, ...facts }: ServerPageFacts, { style, width }: PageLook): PageView {
  const { mark, words, role } = stateWords(server);
  const source = server.source === undefined ? 'files of a folder that is not trusted' : SOURCE_WORDS[server.source];
  const rows: readonly (readonly [string, string | undefined, (text: string) => string])[] = [
    ['Status', `${mark} ${words}`, style[role]],
    ['', server.shown, style.warning],
    ['Source', source, same],
    ['Runs', server.target, same],
    ['Offers', offerWords(server), same],
    ['Result', note, style.info],
  ];
  return {
    title: `MCP server ${printableText(server.name)}`,
    head: rows.flatMap(([name, value, paint]) =>
      value === undefined ? [] : labelled(name, printableText(value), { style, width, paint }),
    ),
    body: { kind: 'list', items: serverItems(server, facts) },
    empty: 'There is nothing to do here.',
  };
}

const same = (text: string): string => text;
const LABEL = 9;

/** A name at the left, what it stands for beside it. */
export function labelled(
  name: string,
  value: string,
  { style, width, paint = same }: PageLook & { readonly paint?: (text: string) => string },
): string[] {
  return wrapped(value, Math.max(8, width - LABEL)).map(
    (line, place) => `${style.muted((place === 0 ? name : '').padEnd(LABEL))}${paint(line)}`,
  );
}

function serverItems(
  { name, state, target, toolCount, promptCount, resourceCount }: ServerView,
  { logLines, ofProject }: Pick<ServerPageFacts, 'logLines' | 'ofProject'>,
): ListItem<McpValue>[] {
  const page = (kind: Exclude<McpPage['kind'], 'servers' | 'tool'>, label: string, count = 1): ListItem<McpValue>[] =>
    count === 0 ? [] : [{ label, value: open({ kind, server: name }) }];
  const act = (label: string, what: McpAct, fits: boolean): ListItem<McpValue>[] =>
    fits ? [{ label, value: { kind: 'act', act: what, server: name } }] : [];
  const runs = ['ready', 'connecting', 'waiting', 'lost', 'failed', 'stopped'].includes(state);
  const waits = state === 'pending-approval' || state === 'changed-since-approval' || state === 'rejected';
  const remote = target !== undefined && /\((?:http|sse)\)$/.test(target);
  return [
    ...act('Approve or reject it', 'approve', ofProject && waits),
    ...page('tools', `View tools (${toolCount})`, toolCount),
    ...page('prompts', `View prompts (${promptCount})`, promptCount),
    ...page('resources', `View resources (${resourceCount})`, resourceCount),
    ...page('log', 'View its log', logLines),
    ...act('Reconnect', 'reconnect', runs),
    ...act('Disable', 'disable', runs || waits),
    ...act('Enable', 'enable', state === 'excluded'),
    ...page('sign-in', 'How to sign in', remote ? 1 : 0),
  ];
}

export function promptsPage(server: string, prompts: ReturnType<McpSide['prompts']>): PageView {
  const items = prompts
    .filter((prompt) => prompt.server === server)
    .map(({ name, description, arguments: args = [] }): ListItem<McpValue> => {
      const words = args.map((each) => (each.required === true ? `--${each.name}="…"` : `[--${each.name}="…"]`));
      return {
        label: printableText([`/${name}`, ...words].join(' ')),
        details: [...(description === undefined ? [] : [description]), ...args.flatMap(argumentLine)].map(
          printableText,
        ),
        value: { kind: 'insert', text: `/${name} ` },
      };
    });
  return {
    title: `Prompts of ${printableText(server)}`,
    head: [],
    body: { kind: 'list', items },
    empty: 'It offers no prompts.',
  };
}

const argumentLine = ({ name, description }: { readonly name: string; readonly description?: string }): string[] =>
  description === undefined ? [] : [`--${name}: ${description}`];

export function resourcesPage(server: string, resources: ReturnType<McpSide['resources']>): PageView {
  const items = resources
    .filter((resource) => resource.server === server)
    .map(({ uri, name, title, description, mimeType }): ListItem<McpValue> => {
      const about = [title ?? name, mimeType, description].filter((text) => text !== undefined && text !== uri);
      return {
        label: printableText(uri),
        details: about.length === 0 ? [] : [printableText(about.join(' · '))],
        value: { kind: 'insert', text: `@${server}:${uri} ` },
      };
    });
  return {
    title: `Resources of ${printableText(server)}`,
    head: [],
    body: { kind: 'list', items },
    empty: 'It offers no resources.',
  };
}

export const logPage = (server: string, lines: readonly string[], { width }: PageLook): PageView => ({
  title: `Log of ${printableText(server)}`,
  head: [],
  body: { kind: 'text', lines: lines.flatMap((line) => wrapped(line, width)), atEnd: true },
  empty: 'It has written nothing to its standard error.',
});

const SIGN_IN = [
  'qwen signs in with what it is given; it opens no browser.',
  '',
  'A token of your own: put it into "headers" of the server\'s entry, by the name of an environment variable:',
  '  "headers": { "Authorization": "Bearer $MY_TOKEN" }',
  '',
  'OAuth: a sign-in that is stored in ~/.qwen/mcp-oauth-tokens.json under the name of this server is used, and renewed before it runs out. One that Qwen Code stored there goes on to work.',
  '',
  'Then choose Reconnect.',
];

export const signInPage = (server: string, { width }: PageLook): PageView => ({
  title: `Sign in to ${printableText(server)}`,
  head: [],
  body: { kind: 'text', lines: SIGN_IN.flatMap((line) => wrapped(line, width)) },
  empty: '',
});
