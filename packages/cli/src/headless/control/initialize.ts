/** What the host says of itself in `initialize`. Pure. Wrong values count as not given; hooks are ignored: there are none. */
import { isJsonObject, type JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';

export interface Introduction {
  /** How long the host may take to answer can_use_tool. */
  readonly answerWithinMs: number;
  /** MCP servers to connect, and those that live in the host itself, as entries of `mcpServers`. */
  readonly servers: JsonObject | undefined;
  readonly effort: string | undefined;
  /** Agent types of the host, as it sent them. */
  readonly agents: readonly unknown[];
}

export const DEFAULT_ANSWER_MS = 60_000;

export const NO_INTRODUCTION: Introduction = {
  answerWithinMs: DEFAULT_ANSWER_MS,
  servers: undefined,
  effort: undefined,
  agents: [],
};

export function readInitialize({ timeout, mcpServers, sdkMcpServers, effort, agents }: JsonObject): Introduction {
  const limit = isJsonObject(timeout) ? timeout['canUseTool'] : undefined;
  const inHost = Object.entries(isJsonObject(sdkMcpServers) ? sdkMcpServers : {}).map(([name, entry]) => [
    name,
    // Whatever else the entry says, it is reached through the host.
    { ...(isJsonObject(entry) && entry), command: undefined, url: undefined, httpUrl: undefined, type: 'sdk' },
  ]);
  const servers = { ...(isJsonObject(mcpServers) ? mcpServers : {}), ...Object.fromEntries(inHost) };
  return {
    answerWithinMs: typeof limit === 'number' && limit > 0 ? limit : DEFAULT_ANSWER_MS,
    servers: Object.keys(servers).length === 0 ? undefined : servers,
    effort: typeof effort === 'string' && effort !== '' ? effort : undefined,
    agents: Array.isArray(agents) ? agents : [],
  };
}
