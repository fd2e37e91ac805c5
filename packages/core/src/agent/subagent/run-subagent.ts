/**
 * One sub-agent: a conversation of its own under the rules of the one that started it. The same policy, the same approver,
 * the same tools with their journal and their freeze; only its context is its own. Decides nothing about any call.
 */
import type { Model, Note, OpenOutcome } from '../../models/types.js';
import type { Tool, ToolResult } from '../../tools/types.js';
import { createAgent, type Agent, type AgentOptions } from '../create-agent.js';
import type { AgentEvent, AgentOutcome } from '../events.js';
import { hasTool, type AgentType } from './agent-types.js';
import { unknownCallOf, unknownCallsText } from './unknown-calls.js';

/** What every agent of a run has in common: model, policy, approver, limits. */
export type SharedAgentOptions = Omit<
  AgentOptions,
  'tools' | 'offer' | 'systemPrompt' | 'reminder' | 'emit' | 'history' | 'hear' | 'goal'
>;

export interface SubagentPorts {
  readonly shared: SharedAgentOptions;
  /** A model by its name. Throws QwenError when there is none. */
  openModel(name: string): Promise<Model> | Model;
  /** The tools of one more conversation, those to look up and to start further agents among them. */
  openTools(within: Within): SubagentTools;
  systemPrompt(instructions: string): string;
  emit(event: AgentEvent): void;
}

/** The sub-agent that a tool belongs to. */
export interface Within {
  /** 1 for an agent that the conversation of the user starts. */
  readonly depth: number;
  /** What its calls have before their ids on record. */
  readonly callPrefix: string;
  /** Whether an agent of its type has the tool: no other may be called, declared or found. */
  allows(tool: Tool): boolean;
  /** Hears what its own sub-agents do. */
  emit(event: AgentEvent): void;
}

export interface SubagentTools {
  all(): readonly Tool[];
  offer(tools: readonly Tool[]): readonly Tool[];
  /** What stands before the conversation. */
  reminder(): string | undefined;
}

export interface SubagentOrder {
  readonly type: AgentType;
  /** The call that started it, as its own conversation knows it: the events carry the id. */
  readonly callId: string;
  /** The same call on record, where it has the ids of all calls around it before its own. */
  readonly recordedId: string;
  readonly depth: number;
  /** What it is told between its steps, when somebody sent it a message. */
  readonly heard?: (() => string | undefined) | undefined;
}

export interface Subagent {
  /** One message and all that follows from it. Never rejects. */
  run(prompt: string, signal: AbortSignal): Promise<ToolResult>;
}

const REPORT =
  'You are a sub-agent: another agent gave you the task and reads nothing but your last message. ' +
  'End with a report that stands by itself: what you found or did, what you could not do, and every call whose outcome is unknown.';

/** Throws QwenError when its model can't be had. */
export async function createSubagent(order: SubagentOrder, ports: SubagentPorts): Promise<Subagent> {
  const { type, callId, depth, heard } = order;
  const callPrefix = `${order.recordedId}/`;
  const own = type.model === undefined ? undefined : await ports.openModel(type.model);
  const prompt = ports.systemPrompt(`# Your task\n${type.instructions}\n${REPORT}`);
  let unknown: OpenOutcome[] = [];
  const emit = (event: AgentEvent): void => {
    const call = unknownCallOf(event);
    if (call !== undefined) unknown.push(call);
    if (event.type !== 'end') ports.emit({ type: 'subagent', callId, event });
  };
  const tools = ports.openTools({ depth, callPrefix, allows: (tool) => hasTool(type, tool), emit });
  const agent: Agent = createAgent({
    ...ports.shared,
    model: own === undefined ? ports.shared.model : () => own,
    approver: (request, signal) => ports.shared.approver({ ...request, agent: type.name }, signal),
    tools: () => tools.all().map((tool) => onRecord(callPrefix, tool)),
    offer: (all) => tools.offer(all),
    systemPrompt: () => prompt,
    reminder: () => tools.reminder(),
    hear: heard && (() => Promise.resolve(noteOf(heard()))),
    emit,
  });
  return {
    run: async (text, signal) => {
      unknown = [];
      const outcome = await agent.run({ text }, signal);
      const result = toResult(outcome, agent);
      return unknown.length === 0
        ? result
        : { ...result, text: result.text + unknownCallsText(unknown), openOutcomes: unknown };
    },
  };
}

const noteOf = (text: string | undefined): Note | undefined => (text === undefined ? undefined : { text });

/** Providers use the ids of calls again in every conversation; on record each call is one. */
function onRecord(callPrefix: string, tool: Tool): Tool {
  return {
    ...tool,
    execute: (args, context) => tool.execute(args, { ...context, callId: callPrefix + context.callId }),
  };
}

function toResult(outcome: AgentOutcome, agent: Agent): ToolResult {
  switch (outcome.kind) {
    case 'completed':
      return { status: 'ok', text: outcome.text.trim() === '' ? 'The agent ended without a report.' : outcome.text };
    case 'cancelled':
      return { status: 'cancelled', text: 'The agent was stopped before it was done.' };
    case 'turn-limit':
      return { status: 'error', text: `The agent was stopped after ${outcome.maxTurns} turns.${lastWords(agent)}` };
    case 'failed':
      return { status: 'error', text: `The agent failed: ${outcome.error.shown}${lastWords(agent)}` };
  }
}

function lastWords(agent: Agent): string {
  const said = agent.history().findLast((message) => message.role === 'assistant' && message.text.trim() !== '');
  return said === undefined ? '' : ` Its last words: ${said.text}`;
}
