/**
 * Approvals of a conversation: how its mode changes, the tools and the words of plan mode, and the model as a judge in mode
 * `auto`. Decides about no call itself.
 */
import type { UserInput } from '@qwen-code/qwen-code-core/agent/create-agent.js';
import type { Model } from '@qwen-code/qwen-code-core/models/types.js';
import { effectiveMode } from '@qwen-code/qwen-code-core/scheduler/approve.js';
import type { ApprovalMode, ApprovalPolicy, Classify } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { createEnterPlanTool, createExitPlanTool } from '@qwen-code/qwen-code-core/tools/plan/plan-tools.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';

export interface ApprovalSideOptions {
  /** The policy as it is now; this changes its mode. */
  readonly live: { policy: ApprovalPolicy };
  /** As they are now. */
  settings(): Pick<LoadedSettings, 'settings' | 'operatorSettings'>;
  /** Who judges in mode `auto`. */
  readonly model: () => Model;
  readonly cwd: string;
  /** Whether somebody can be asked: without it nobody could leave plan mode. */
  readonly attended: boolean;
  readonly clock: Clock;
  readonly debug: DebugLog;
}

export interface ApprovalSide {
  /** Throws QwenError 'usage' for a mode that an untrusted folder does not get, and changes nothing then. */
  setMode(mode: ApprovalMode): void;
  /** What comes after plan mode, unless another mode is set. */
  modeAfterPlan(): ApprovalMode;
  /** What the user typed, where it became more: the judge hears their words alone, not the files that they named. */
  typed(input: UserInput, text: string): void;
  /** A run begins with this message. */
  heard(input: UserInput): void;
  readonly classify: Classify;
  /** The one that fits the mode; none where nobody can be asked. */
  planTools(): readonly Tool[];
  /** What the model has to know of the mode; undefined: nothing. */
  note(): string | undefined;
}

export function createApprovalSide(options: ApprovalSideOptions): ApprovalSide {
  const { live, attended } = options;
  const words = new WeakMap<UserInput, string>();
  let asked = '';
  let beforePlan: ApprovalMode = live.policy.mode === 'plan' ? 'default' : live.policy.mode;
  const setMode = (mode: ApprovalMode): void => {
    refuseInUntrusted(mode, live.policy);
    if (live.policy.mode !== 'plan') beforePlan = live.policy.mode;
    live.policy = { ...live.policy, mode };
  };
  const plan = {
    enter: () => setMode('plan'),
    leave: () => {
      // Whoever agreed may have chosen another mode already.
      if (live.policy.mode === 'plan') setMode(beforePlan);
      return effectiveMode(live.policy);
    },
  };
  const [enter, exit] = [createEnterPlanTool(plan), createExitPlanTool(plan)];
  return {
    setMode,
    modeAfterPlan: () => effectiveMode({ ...live.policy, mode: beforePlan }),
    typed: (input, text) => void words.set(input, text),
    heard: (input) => {
      asked = words.get(input) ?? input.text;
    },
    classify: lazyClassifier(options, () => asked),
    planTools: () => (attended ? [live.policy.mode === 'plan' ? exit : enter] : []),
    note: () => (effectiveMode(live.policy) === 'plan' ? planNote(attended) : undefined),
  };
}

function refuseInUntrusted(mode: ApprovalMode, { workspaceTrusted }: ApprovalPolicy): void {
  if (workspaceTrusted || mode === 'plan' || mode === 'default') return;
  throw new QwenError('usage', `This folder is not trusted: approval mode "${mode}" is not available in it.`);
}

const planNote = (attended: boolean): string =>
  'Plan mode is on: only tools that read may run. Look around, then ' +
  (attended
    ? 'call exit_plan_mode with the complete plan.'
    : 'answer with the complete plan; nothing can be carried out.');

/** A project can make the judge stricter, and only the operator's own settings more lenient. */
function lazyClassifier(
  { settings: now, model, cwd, clock, debug }: ApprovalSideOptions,
  asked: () => string,
): Classify {
  return async (request, signal) => {
    const { settings, operatorSettings } = now();
    const { hints } = settings.permissions?.autoMode ?? {};
    const own = operatorSettings.permissions?.autoMode;
    const { createClassifier } = await import('@qwen-code/qwen-code-core/scheduler/auto/create-classifier.js');
    const classify = createClassifier({
      model,
      asked,
      cwd,
      hints: {
        allow: own?.hints?.allow ?? [],
        softDeny: hints?.softDeny ?? [],
        hardDeny: hints?.hardDeny ?? [],
        environment: texts(own?.environment),
      },
      clock,
      debug,
    });
    return classify(request, signal);
  };
}

/** One text or a list of them. */
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === 'string' && text !== '');
