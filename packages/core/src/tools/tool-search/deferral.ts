/**
 * Which tools one conversation declares to the model, and which it has to look up with tool_search first. Deferring only
 * saves room in the prompt: a tool that is not declared may be called all the same.
 *
 * Decided once, at the first request: when all deferred declarations fit into the threshold, they are declared at once.
 * What was looked up stays declared for the rest of the conversation.
 */
import type { Tool } from '../types.js';

export interface DeferralSettings {
  /** tools.toolSearch.enabled; undefined: on, but for models that are known to be confused by it. */
  readonly enabled: boolean | undefined;
  /** tools.toolSearch.threshold: percent of the context window. */
  readonly threshold: number;
  /** In tokens. */
  contextWindow(): number;
  modelName(): string;
  /** Named in tools.visible, or a tool of a server with alwaysLoadTools: declared from the start. */
  isAlwaysLoaded(tool: Tool): boolean;
}

export interface Deferral {
  /** Whether any tool has to be looked up in this conversation. */
  isOn(): boolean;
  /** Those of the tools that are declared in the next request. */
  declared(tools: readonly Tool[]): readonly Tool[];
  /** The same, were there a request now; decides nothing. */
  wouldDeclare(tools: readonly Tool[]): readonly Tool[];
  /** Those that can be looked up. */
  hidden(tools: readonly Tool[]): readonly Tool[];
  /** From now on these are declared. */
  reveal(names: readonly string[]): void;
}

export const TOOL_SEARCH = 'tool_search';
const CHARS_PER_TOKEN = 4;
/** These do worse with tools that they have to look up. */
const CONFUSED_MODEL = /deepseek.*(?:v[34]|chat)/i;

export function createDeferral(settings: DeferralSettings, revealedBefore: readonly string[] = []): Deferral {
  const revealed = new Set(revealedBefore);
  let isDecided = false;

  const isOn = (): boolean => settings.enabled ?? !CONFUSED_MODEL.test(settings.modelName());
  const isDeferred = (tool: Tool): boolean =>
    (tool.server !== undefined || tool.deferred === true) && !settings.isAlwaysLoaded(tool);
  const isHidden = (tool: Tool): boolean => isDeferred(tool) && !revealed.has(tool.name);
  const fit = (deferred: readonly Tool[]): boolean => {
    const room = (settings.contextWindow() * settings.threshold) / 100;
    return deferred.reduce((sum, tool) => sum + tokensOf(tool), 0) <= room;
  };
  const decide = (tools: readonly Tool[]): void => {
    isDecided = true;
    const deferred = tools.filter(isHidden);
    if (fit(deferred)) for (const { name } of deferred) revealed.add(name);
  };

  return {
    isOn,
    declared: (tools) => {
      if (!isOn()) return tools.filter(({ name }) => name !== TOOL_SEARCH);
      if (!isDecided) decide(tools);
      return tools.filter((tool) => !isHidden(tool));
    },
    wouldDeclare: (tools) => {
      if (!isOn()) return tools.filter(({ name }) => name !== TOOL_SEARCH);
      return !isDecided && fit(tools.filter(isHidden)) ? tools : tools.filter((tool) => !isHidden(tool));
    },
    hidden: (tools) => {
      if (!isOn()) return [];
      if (!isDecided) decide(tools);
      return tools.filter(isHidden);
    },
    reveal: (names) => {
      for (const name of names) revealed.add(name);
    },
  };
}

const tokensOf = ({ name, description, parameters }: Tool): number =>
  JSON.stringify({ name, description, parameters }).length / CHARS_PER_TOKEN;
