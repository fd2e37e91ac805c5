/** The screen after an event. Pure: the one place where the state changes. What the agent does is in reduce-agent. */
import { printed } from './printed.js';
import { reduceAgent } from './reduce-agent.js';
import type { UiEvent } from './ui-event.js';
import { IDLE_LIVE, NO_TOTALS, type LiveTool, type TypedCommand, type ViewState } from './view-state.js';

export function reduce(state: ViewState, event: UiEvent): ViewState {
  switch (event.type) {
    case 'agent':
      return reduceAgent(state, event.event, event.atMs);
    case 'run-started':
      return {
        ...state,
        live: IDLE_LIVE,
        activity: { kind: 'busy', startedMs: event.atMs, turn: 0, outputTokens: 0, stopping: false },
      };
    case 'run-stopping':
      return state.activity.kind === 'idle' ? state : { ...state, activity: { ...state.activity, stopping: true } };
    case 'run-ended':
      return { ...state, live: IDLE_LIVE, activity: { kind: 'idle' } };
    case 'item':
      return printed(state, event.item);
    case 'queued':
      return { ...state, queue: [...state.queue, event.message] };
    case 'dequeued':
      return { ...state, queue: state.queue.filter(({ when }) => !event.when.includes(when)) };
    case 'unqueued':
      return { ...state, queue: state.queue.slice(0, -1) };
    case 'shell-started':
      return { ...state, shell: { command: event.command, startedMs: event.atMs, output: '' } };
    case 'shell-output':
      return state.shell === undefined ? state : { ...state, shell: moreOutput(state.shell, event.text) };
    case 'shell-ended':
      return { ...state, shell: undefined };
    case 'call-asking':
      return withTool(state, event.callId, (tool) => ({
        ...(tool ?? newTool(event.callId)),
        ...event.tool,
        status: 'asking',
      }));
    case 'call-answered':
      return withTool(state, event.callId, (tool) => tool && { ...tool, status: 'waiting' });
    case 'dialog-opened':
      return { ...state, dialogs: [...state.dialogs, event.dialog] };
    case 'dialog-closed':
      return { ...state, dialogs: state.dialogs.filter(({ id }) => id !== event.id) };
    case 'facts':
      return { ...state, facts: { ...state.facts, ...event.facts } };
    case 'hint':
      return state.hint === event.text ? state : { ...state, hint: event.text };
    case 'toggle-expanded':
      return { ...state, expanded: !state.expanded, epoch: state.epoch + 1 };
    case 'toggle-raw':
      return { ...state, raw: !state.raw, epoch: state.epoch + 1 };
    case 'reprint':
      return { ...state, epoch: state.epoch + 1 };
    case 'cleared':
      return { ...state, items: [], nextId: 1, live: IDLE_LIVE, totals: NO_TOTALS, epoch: state.epoch + 1 };
    case 'closing':
      return { ...state, closing: true };
  }
}

/** More than any screen shows. */
const KEPT_OUTPUT = 20_000;

const moreOutput = (shell: TypedCommand, text: string): TypedCommand => ({
  ...shell,
  output: (shell.output + text).slice(-KEPT_OUTPUT),
});

const newTool = (callId: string): LiveTool => ({
  callId,
  title: '',
  summary: '',
  server: undefined,
  change: undefined,
  status: 'waiting',
  startedMs: undefined,
  progress: undefined,
  inside: undefined,
});

function withTool(
  state: ViewState,
  callId: string,
  change: (tool: LiveTool | undefined) => LiveTool | undefined,
): ViewState {
  const { tools } = state.live;
  const found = tools.some((tool) => tool.callId === callId);
  const changed = change(tools.find((tool) => tool.callId === callId));
  if (changed === undefined) return state;
  const next = found ? tools.map((tool) => (tool.callId === callId ? changed : tool)) : [...tools, changed];
  return { ...state, live: { ...state.live, tools: next } };
}
