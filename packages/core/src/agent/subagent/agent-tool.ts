/**
 * agent: hands a task to a sub-agent and gives its report; in the background it gives the id at once, and the report
 * comes with a later message. Starting one needs no approval: each of its calls is decided on like any other.
 */
import { shownText } from '../../shared/qwen-error.js';
import { flagArgument, textArgument } from '../../tools/arguments.js';
import { errorResult, okResult } from '../../tools/results.js';
import type { TaskList } from '../../tools/tasks/task-list.js';
import type { Tool, ToolArguments, ToolContext, ToolResult } from '../../tools/types.js';
import { GENERAL_PURPOSE, type AgentType } from './agent-types.js';
import type { SubagentPorts, Within } from './run-subagent.js';

export const AGENT_TOOL = 'agent';

export interface AgentToolOptions {
  /** Asked anew for every request: the SDK may bring some. */
  types(): readonly AgentType[];
  readonly ports: SubagentPorts;
  /** The sub-agent that has this tool; missing: the user's conversation has it. */
  readonly within?: Within | undefined;
  /** Missing: no agent runs in the background. A sub-agent has nobody to come back to. */
  readonly tasks?: TaskList | undefined;
}

export function createAgentTool(options: AgentToolOptions): Tool {
  return {
    name: AGENT_TOOL,
    displayName: 'Agent',
    get description() {
      const types = options.types().map(({ name, description }) => `- ${name}: ${description}`);
      return (
        'Gives a task to a sub-agent, which works in a context of its own and reports once. It knows nothing of this ' +
        `conversation: the prompt has to hold all it needs. Several in one message run side by side.\nTypes:\n${types.join('\n')}`
      );
    },
    parameters: options.tasks === undefined ? PARAMETERS : IN_BACKGROUND_TOO,
    kind: 'internal',
    parallel: true,
    execute: (args, context) => start(options, args, context).catch((error) => errorResult(shownText(error))),
  };
}

const FIELDS = {
  description: { type: 'string', description: 'The task in three to five words.' },
  prompt: { type: 'string', description: 'The whole task, and what the report must hold.' },
  subagent_type: { type: 'string', description: `One of the types. Default ${GENERAL_PURPOSE}.` },
};
const REQUIRED = ['description', 'prompt'];
const PARAMETERS = { type: 'object', properties: FIELDS, required: REQUIRED };
const IN_BACKGROUND_TOO = {
  type: 'object',
  properties: {
    ...FIELDS,
    run_in_background: { type: 'boolean', description: 'Return at once; you are told when it is done. Default false.' },
  },
  required: REQUIRED,
};

const NOT_PART = ['isolation', 'working_dir'];

async function start(
  { types, ports, within, tasks }: AgentToolOptions,
  args: ToolArguments,
  context: ToolContext,
): Promise<ToolResult> {
  const name = textArgument(args, 'subagent_type') ?? GENERAL_PURPOSE;
  const type = types().find((known) => known.name === name);
  if (type === undefined) {
    const known = types().map((one) => one.name);
    return errorResult(`There is no agent type of that name; nothing was started. Types: ${known.join(', ')}.`);
  }
  const missing = NOT_PART.find((field) => args[field] !== undefined);
  if (missing !== undefined) return errorResult(`${missing} is not part of this version; leave it out.`);
  const prompt = textArgument(args, 'prompt') ?? '';
  const { createSubagent } = await import('./run-subagent.js');
  const recordedId = context.callId;
  const callId = within === undefined ? recordedId : recordedId.slice(within.callPrefix.length);
  const order = { type, callId, recordedId, depth: (within?.depth ?? 0) + 1 };
  if (flagArgument(args, 'run_in_background') !== true) {
    return (await createSubagent(order, ports)).run(prompt, context.signal);
  }
  if (tasks === undefined) return errorResult('A sub-agent can start no agent in the background.');
  const { startBackgroundAgent } = await import('./background-agent.js');
  const title = textArgument(args, 'description') ?? name;
  const id = await startBackgroundAgent({ ...order, title, prompt, tasks }, ports);
  return okResult(
    `Started ${id} in the background. You are told its report when it is done; do not wait or ask for it. ` +
      'send_message reaches it, task_stop ends it.',
  );
}
