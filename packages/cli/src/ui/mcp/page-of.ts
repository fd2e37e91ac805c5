/** A page of `/mcp` with the facts of the moment. Asks the desk, and changes nothing. */
import type { ServerDesk } from '../../wire/server-desk.js';
import type { McpPage, PageView } from './pages.js';
import {
  logPage,
  promptsPage,
  resourcesPage,
  serverPage,
  serversPage,
  signInPage,
  type PageLook,
} from './server-pages.js';
import { toolPage, toolsPage, type ToolDetail } from './tool-pages.js';

export interface PageFacts {
  readonly desk: Pick<ServerDesk, 'list' | 'toolsOf' | 'log' | 'prompts' | 'resources' | 'ofProject'>;
  readonly detail: ToolDetail;
  /** What came of the last thing that was done, and to whom. */
  readonly note: { readonly server: string; readonly text: string } | undefined;
}

export function pageOf(page: McpPage, { desk, detail, note }: PageFacts, look: PageLook): PageView {
  switch (page.kind) {
    case 'servers':
      return serversPage(desk.list(), look);
    case 'server': {
      const server = desk.list().find(({ name }) => name === page.server);
      if (server === undefined) return gone(page.server);
      const facts = {
        server,
        logLines: desk.log(page.server).length,
        ofProject: desk.ofProject(page.server) !== undefined,
        note: note?.server === page.server ? note.text : undefined,
      };
      return serverPage(facts, look);
    }
    case 'tools':
      return toolsPage({ server: page.server, tools: desk.toolsOf(page.server), detail }, look);
    case 'tool': {
      const listed = desk.toolsOf(page.server).find(({ tool }) => tool.name === page.tool);
      return toolPage(page.tool, listed, look);
    }
    case 'prompts':
      return promptsPage(page.server, desk.prompts());
    case 'resources':
      return resourcesPage(page.server, desk.resources());
    case 'log':
      return logPage(page.server, desk.log(page.server), look);
    case 'sign-in':
      return signInPage(page.server, look);
  }
}

const gone = (server: string): PageView => ({
  title: `MCP server ${server}`,
  head: [],
  body: { kind: 'list', items: [] },
  empty: 'It is not configured any more.',
});
