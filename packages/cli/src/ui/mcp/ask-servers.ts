/**
 * Asks the person about servers of the project that wait for an answer: at the start, and when one comes or changes. One after
 * the other, each declaration once; who decides later finds the server in `/mcp`, and a question that somebody answers
 * elsewhere goes away. Carries the answer out and tells what came of it.
 */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { ServerDesk, WaitingServer } from '../../wire/server-desk.js';
import type { DialogDesk } from '../dialogs/dialog-desk.js';
import { serverApprovalDialog, type ServerAnswer } from '../dialogs/server-approval.js';
import type { ItemContent, Tone } from '../state/view-state.js';
import { offerWords, stateWords } from './server-words.js';

export interface AskServersPorts {
  readonly desk: ServerDesk;
  readonly dialogs: DialogDesk;
  print(item: ItemContent): void;
}

export interface ServerQuestions {
  /** Asks about those that wait and were not asked about. Never rejects. */
  askWaiting(): Promise<void>;
  /** Asks about this server of the project, whatever was said of it before. Never rejects. */
  ask(name: string): Promise<void>;
}

export function createServerQuestions({ desk, dialogs, print }: AskServersPorts): ServerQuestions {
  const asked = new Set<string>();
  let asking = false;
  const notice = (tone: Tone, text: string): void => print({ kind: 'notice', tone, text });

  const carryOut = async ({ status, servers }: ServerAnswer): Promise<void> => {
    const names = servers.map(({ name }) => printableText(name)).join(', ');
    const decided = desk.decide(servers, status);
    if (status === 'rejected') {
      await decided;
      return notice('info', `Rejected: ${names}. /mcp approves it after all.`);
    }
    notice('info', `Approved as configured now: ${names}. Starting…`);
    await decided;
    for (const { name } of servers) notice(...resultOf(name, desk));
  };

  const question = async (server: WaitingServer): Promise<void> => {
    asked.add(keyOf(server));
    const over = new AbortController();
    const wasWaiting = isWaiting(server, desk);
    const unfollow = desk.onChange(() => {
      if (wasWaiting && !isWaiting(server, desk)) over.abort();
    });
    const waiting = withThis(server, desk.waiting());
    const answer = await dialogs.ask(serverApprovalDialog({ server, waiting }), { signal: over.signal });
    unfollow();
    // It was answered elsewhere, or is another one now, which is a question of its own.
    if (over.signal.aborted) return;
    if (answer === undefined) {
      return notice('info', `MCP server "${printableText(server.name)}" waits for your approval: /mcp`);
    }
    answer.servers.forEach((each) => asked.add(keyOf(each)));
    // The next question need not wait for a server to start.
    void carryOut(answer).catch((error: unknown) => notice('error', shownText(error)));
  };

  return {
    askWaiting: async () => {
      if (asking) return;
      asking = true;
      for (;;) {
        const next = desk.waiting().find((server) => !asked.has(keyOf(server)));
        if (next === undefined) break;
        await question(next);
      }
      asking = false;
    },
    ask: async (name) => {
      const server = desk.ofProject(name);
      if (server !== undefined) await question(server);
    },
  };
}

const keyOf = ({ name, written, fromProject }: WaitingServer): string => JSON.stringify([name, written, fromProject]);

const isWaiting = (server: WaitingServer, desk: Pick<ServerDesk, 'waiting'>): boolean =>
  desk.waiting().some((each) => keyOf(each) === keyOf(server));

const withThis = (server: WaitingServer, waiting: readonly WaitingServer[]): readonly WaitingServer[] =>
  waiting.some(({ name }) => name === server.name) ? waiting : [server, ...waiting];

function resultOf(name: string, desk: ServerDesk): readonly [Tone, string] {
  const server = desk.list().find((each) => each.name === name);
  const who = `MCP server "${printableText(name)}"`;
  if (server === undefined) return ['warning', `${who} is not configured any more.`];
  if (server.state === 'ready') return ['info', `${who} is connected; it offers ${offerWords(server)}.`];
  const { words } = stateWords(server);
  return ['warning', `${who}: ${words}. ${server.shown === undefined ? '' : printableText(server.shown)}`.trimEnd()];
}
