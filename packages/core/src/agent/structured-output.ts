/**
 * An answer that must fit a JSON Schema: the model gives it as the arguments of one tool, whose schema it is. The scheduler
 * holds the arguments against it; what comes through ends the run.
 */
import { QwenError } from '../shared/qwen-error.js';
import { okResult } from '../tools/results.js';
import type { JsonSchema, Tool, ToolArguments } from '../tools/types.js';
import type { AgentGoal } from './create-agent.js';

export interface StructuredOutput {
  readonly tool: Tool;
  readonly goal: AgentGoal;
}

export const STRUCTURED_OUTPUT = 'structured_output';

/** `schema` describes an object. One for each agent. */
export function createStructuredOutput(schema: JsonSchema): StructuredOutput {
  let given: ToolArguments | undefined;
  let reminders = 0;
  return {
    tool: {
      name: STRUCTURED_OUTPUT,
      displayName: 'StructuredOutput',
      description:
        'Gives the answer. Call it once, when everything else is done, with the whole answer as its arguments: nothing ' +
        'that you say in words is read.',
      parameters: { type: 'object', ...schema },
      kind: 'internal',
      parallel: false,
      execute: (args) => {
        given = args;
        return Promise.resolve(okResult('The answer was taken.'));
      },
    },
    goal: {
      start: () => {
        given = undefined;
        reminders = 0;
      },
      reached: () =>
        given === undefined ? undefined : { kind: 'completed', text: JSON.stringify(given), structured: given },
      remind: () => {
        reminders += 1;
        if (reminders > 1) throw new QwenError('no-answer', NEVER_CALLED);
        return REMINDER;
      },
    },
  };
}

const REMINDER = `Your answer was not taken: give it by calling the tool ${STRUCTURED_OUTPUT}, with the whole answer as its arguments.`;

const NEVER_CALLED = `The model did not give its answer through the tool ${STRUCTURED_OUTPUT}, so there is no answer that fits the schema of --json-schema.`;
