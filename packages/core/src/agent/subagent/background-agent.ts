/**
 * A sub-agent that works while the conversation goes on. Its report becomes a note for the model; a message sent to it is
 * read between its steps, or sets it to work again.
 */
import type { Task, TaskList, TaskState } from '../../tools/tasks/task-list.js';
import type { ToolResult } from '../../tools/types.js';
import { createSubagent, type SubagentOrder, type SubagentPorts } from './run-subagent.js';

export interface BackgroundOrder extends Omit<SubagentOrder, 'heard'> {
  readonly title: string;
  readonly prompt: string;
  readonly tasks: TaskList;
}

const STATES: Readonly<Record<ToolResult['status'], TaskState>> = {
  ok: 'completed',
  error: 'failed',
  cancelled: 'stopped',
};

/** Resolves with its id once it is at work. Throws QwenError when its model can't be had. */
export async function startBackgroundAgent(order: BackgroundOrder, ports: SubagentPorts): Promise<string> {
  const { title, tasks } = order;
  const inbox: string[] = [];
  const heard = (): string | undefined => (inbox.length === 0 ? undefined : inbox.splice(0).join('\n\n'));
  const agent = await createSubagent({ ...order, heard }, ports);
  const id = tasks.newId('agent');
  let state: TaskState = 'running';
  let stop = new AbortController();
  let work: Promise<void> = Promise.resolve();

  const begin = (prompt: string): void => {
    state = 'running';
    stop = new AbortController();
    work = agent.run(prompt, stop.signal).then(({ status, text, openOutcomes }) => {
      state = STATES[status];
      // Words that came too late for the last step are not lost: the agent goes on with them.
      const late = state === 'completed' ? heard() : undefined;
      const did = late === undefined ? state : 'reports and goes on';
      tasks.note(`Background agent ${id} (${title}) ${did}:\n${text}`, openOutcomes);
      if (late !== undefined) begin(late);
      else tasks.changed();
    });
  };
  const task: Task = {
    id,
    kind: 'agent',
    title,
    state: () => state,
    stop: async () => {
      stop.abort();
      await work;
    },
    send: (message) => {
      if (state === 'running') {
        inbox.push(message);
        return `${id} reads the message after its present step.`;
      }
      begin(message);
      return `${id} had ended and goes on with the message; you are told its report.`;
    },
  };
  tasks.add(task);
  begin(order.prompt);
  return id;
}
