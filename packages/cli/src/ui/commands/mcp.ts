import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { mcpDialog } from '../dialogs/mcp.js';
import { insert } from '../input/text-buffer.js';
import type { ToolDetail } from '../mcp/tool-pages.js';
import type { UiCommand } from './ui-command.js';

const DETAILS: Readonly<Record<string, ToolDetail>> = { '': 'desc', desc: 'desc', nodesc: 'plain', schema: 'schema' };

export const mcp: UiCommand = {
  name: 'mcp',
  aliases: [],
  description: 'MCP servers, or the one that is named: how they are, what they offer, reconnect, enable, disable',
  usage: '[desc|nodesc|schema]',
  anytime: true,
  run: async (args, { wired, dialogs, prompt, serverQuestions }) => {
    const detail = DETAILS[args];
    const isServer = wired.servers.list().some(({ name }) => name === args);
    if (detail === undefined && !isServer) {
      throw new QwenError('usage', `There is no MCP server called "${args}"; /mcp lists those there are.`);
    }
    const text = await dialogs.ask(
      mcpDialog({
        desk: wired.servers,
        detail: detail ?? 'desc',
        server: isServer ? args : undefined,
        decide: serverQuestions.ask,
      }),
    );
    if (text === undefined) return;
    const state = prompt.state();
    prompt.dispatch({ ...state, buffer: insert(state.buffer, text) });
  },
};
