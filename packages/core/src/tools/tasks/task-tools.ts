/** list_agents, send_message and task_stop: what the model can do about its background tasks. */
import { textArgument } from '../arguments.js';
import { errorResult, okResult } from '../results.js';
import type { Tool, ToolResult } from '../types.js';
import type { Task, TaskList } from './task-list.js';

export const createTaskTools = (tasks: TaskList): readonly Tool[] => [
  listTool(tasks),
  sendTool(tasks),
  stopTool(tasks),
];

const MAX_TITLE = 120;

const listTool = (tasks: TaskList): Tool => ({
  name: 'list_agents',
  displayName: 'ListAgents',
  description: 'Lists background agents, monitors and shell commands with their ids and states.',
  parameters: { type: 'object', properties: {} },
  kind: 'internal',
  parallel: true,
  execute: () => {
    const lines = tasks.list().map((task) => `- ${task.id} (${task.state()}): ${short(task.title)}`);
    return Promise.resolve(okResult(lines.length === 0 ? 'Nothing runs in the background.' : lines.join('\n')));
  },
});

const sendTool = (tasks: TaskList): Tool => ({
  name: 'send_message',
  displayName: 'SendMessage',
  description:
    'Sends a background agent one more message. One that works reads it after its present step; one that has finished goes on with it.',
  parameters: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'What it is to know or do.' },
      to: { type: 'string', description: 'Id of the agent.' },
      task_id: { type: 'string', description: 'The same as `to`.' },
    },
    required: ['message'],
  },
  kind: 'internal',
  parallel: false,
  deferred: true,
  execute: (args) => {
    const id = textArgument(args, 'to') ?? textArgument(args, 'task_id');
    const message = textArgument(args, 'message') ?? '';
    if (id === undefined) return Promise.resolve(errorResult('`to` is missing: the id of the agent.'));
    if (message.trim() === '') return Promise.resolve(errorResult('The message is empty.'));
    const task = tasks.find(id);
    if (task?.send === undefined) return Promise.resolve(unknownTask(tasks, (known) => known.send !== undefined));
    return Promise.resolve(okResult(task.send(message)));
  },
});

const stopTool = (tasks: TaskList): Tool => ({
  name: 'task_stop',
  displayName: 'TaskStop',
  description: 'Ends a background agent, monitor or shell command, with everything it started.',
  parameters: {
    type: 'object',
    properties: { task_id: { type: 'string', description: 'Its id, as it was told at its start or by list_agents.' } },
    required: ['task_id'],
  },
  kind: 'internal',
  parallel: false,
  deferred: true,
  execute: async (args) => {
    const task = tasks.find(textArgument(args, 'task_id') ?? '');
    if (task === undefined) return unknownTask(tasks, () => true);
    if (task.state() !== 'running') return okResult(`${task.id} has ended already (${task.state()}).`);
    await task.stop();
    return okResult(`${task.id} was stopped.`);
  },
});

function unknownTask(tasks: TaskList, isMeant: (task: Task) => boolean): ToolResult {
  const ids = tasks
    .list()
    .filter(isMeant)
    .map(({ id }) => id);
  return errorResult(
    `There is no such task. ${ids.length === 0 ? 'There is none at all.' : `Ids: ${ids.join(', ')}.`}`,
  );
}

const short = (title: string): string => (title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title);
