/**
 * The two tools of plan mode. Going in needs no question: it only takes rights away. Coming out is itself a question to the
 * user, who reads the plan: its kind makes the approval ask in every mode, so that what runs here has been agreed to.
 * Which mode follows is the host's business.
 */
import { okResult } from '../results.js';
import type { Tool } from '../types.js';

export interface PlanPort {
  enter(): void;
  /** Leaves plan mode, if it is still on; the mode that holds now. */
  leave(): string;
}

export function createEnterPlanTool(port: PlanPort): Tool {
  return {
    name: 'enter_plan_mode',
    displayName: 'EnterPlanMode',
    description:
      'Switches to plan mode: from then on only reading tools run, until the user has agreed to a plan. Use it before a ' +
      'change that is large, risky or can be made in several ways, and when the user asks for a plan.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    kind: 'internal',
    parallel: false,
    execute: () => {
      port.enter();
      return Promise.resolve(
        okResult('Plan mode is on. Look around with reading tools, then call exit_plan_mode with the plan.'),
      );
    },
  };
}

export function createExitPlanTool(port: PlanPort): Tool {
  return {
    name: 'exit_plan_mode',
    displayName: 'ExitPlanMode',
    description:
      'Shows the user your plan and asks whether to carry it out. Only in plan mode, and only when the plan is complete. ' +
      'Do not ask for agreement in any other way.',
    parameters: {
      type: 'object',
      properties: { plan: { type: 'string', minLength: 1, description: 'The plan, in Markdown.' } },
      required: ['plan'],
    },
    kind: 'question',
    parallel: false,
    execute: () => {
      const mode = port.leave();
      return Promise.resolve(
        okResult(`The user agreed to the plan. Plan mode is off, the approval mode is "${mode}". Carry out the plan.`),
      );
    },
  };
}
