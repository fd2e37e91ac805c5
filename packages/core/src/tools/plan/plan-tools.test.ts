import { expect, it } from 'vitest';
import { createToolContext } from '../../testing/tool-context.js';
import { createEnterPlanTool, createExitPlanTool, type PlanPort } from './plan-tools.js';

const port = (): PlanPort & { readonly done: string[] } => {
  const done: string[] = [];
  return {
    done,
    enter: () => void done.push('enter'),
    leave: () => {
      done.push('leave');
      return 'auto-edit';
    },
  };
};

it('goes in without a question and comes out by one', () => {
  const [enter, exit] = [createEnterPlanTool(port()), createExitPlanTool(port())];
  expect([enter.name, enter.kind, exit.name, exit.kind]).toEqual([
    'enter_plan_mode',
    'internal',
    'exit_plan_mode',
    'question',
  ]);
});

it('enters', async () => {
  const at = port();
  expect(await createEnterPlanTool(at).execute({}, createToolContext())).toEqual({
    status: 'ok',
    text: 'Plan mode is on. Look around with reading tools, then call exit_plan_mode with the plan.',
  });
  expect(at.done).toEqual(['enter']);
});

it('leaves, and tells the mode that follows', async () => {
  const at = port();
  expect(await createExitPlanTool(at).execute({ plan: '1. x' }, createToolContext())).toEqual({
    status: 'ok',
    text: 'The user agreed to the plan. Plan mode is off, the approval mode is "auto-edit". Carry out the plan.',
  });
  expect(at.done).toEqual(['leave']);
});
