/**
 * Runs the calls of one assistant message: consecutive parallel tools (reads) side by side, every other call alone and in its
 * place. Each call gets exactly one result, in the order of the calls, whatever happens; a cancel stops what has not begun.
 */
import type { ToolCallRequest } from '../models/types.js';
import type { Clock } from '../shared/clock.js';
import type { DebugLog } from '../shared/debug-log.js';
import type { SchemaChecker } from '../shared/json-schema-check.js';
import type { Tool, ToolArguments, ToolProgress, ToolResult } from '../tools/types.js';
import { createBatchOutput } from './batch-output.js';
import type { CallMemory } from './call-memory.js';
import { createInOrder } from './in-order.js';
import { permission } from './permission.js';
import { argumentProblems, prepareCall, type PreparedCall } from './prepare-call.js';
import { runCall } from './run-call.js';
import type { ApprovalPolicy, Approver, CallEvent, Classify, FinishedCall } from './types.js';

export interface CallPorts {
  readonly policy: () => ApprovalPolicy;
  readonly approver: Approver;
  /** Judges calls in approval mode `auto`. Missing: they are asked about. */
  readonly classify?: Classify | undefined;
  readonly checker: SchemaChecker;
  readonly memory: CallMemory;
  readonly clock: Clock;
  readonly emit: (event: CallEvent) => void;
  readonly debug?: DebugLog | undefined;
  /** How many characters the results of one message may have together. */
  readonly outputBudget?: number | undefined;
  /** What to say of a tool that is not there, when the host knows more (its server is down). */
  readonly explainMissing?: ((name: string) => string | undefined) | undefined;
}

/** One call: `call.id` is unique within its message, `providerId` is the id as the provider sent it. */
export interface IdentifiedCall {
  readonly call: ToolCallRequest;
  readonly providerId: string;
}

export interface CallBatch {
  readonly calls: readonly IdentifiedCall[];
  readonly tools: readonly Tool[];
  /** Number of the assistant message in its conversation. */
  readonly message: number;
  /** How many calls of this batch may still run. */
  readonly budget: number;
  readonly cutShort: boolean;
  readonly signal: AbortSignal;
}

const MAX_SIDE_BY_SIDE = 10;
const NOT_BEGUN: ToolResult = { status: 'cancelled', text: 'Cancelled before it began; it was not run.' };
const OVER_BUDGET: ToolResult = { status: 'error', text: 'Not run: the limit of tool calls is reached.' };

type Outcome = Pick<FinishedCall, 'args' | 'result' | 'denied'>;
/** The decision is made; what is left is the run, or handing over an answer that needs none. */
type Decided = () => Promise<Outcome>;
type Ready = Extract<PreparedCall, { kind: 'ready' }>;

interface Step extends IdentifiedCall {
  readonly batch: CallBatch;
  readonly ports: CallPorts;
}

export async function runCalls(batch: CallBatch, ports: CallPorts): Promise<readonly FinishedCall[]> {
  const within = createBatchOutput(ports.outputBudget);
  const finished = createInOrder<FinishedCall>((whole) => {
    const call = within(whole);
    ports.emit({ type: 'tool-end', ...call });
    return call;
  });
  const running = new Set<Promise<void>>();

  for (const [place, identified] of batch.calls.entries()) {
    const step = { ...identified, batch, ports };
    const prepared = await prepareCall(identified.call, { ...batch, ...ports });
    const sideBySide = prepared.kind === 'ready' && prepared.tool.parallel;
    while (running.size > (sideBySide ? MAX_SIDE_BY_SIDE - 1 : 0)) await Promise.race(running);

    const decided = place < batch.budget ? await decide(step, prepared) : settled(prepared.args, OVER_BUDGET);
    const startedMs = ports.clock.now();
    const ended = decided().then((outcome) => {
      running.delete(ended);
      finished.put(place, { call: identified.call, ...outcome, durationMs: ports.clock.now() - startedMs });
    });
    running.add(ended);
    if (!sideBySide) await ended;
  }
  await Promise.all(running);
  return finished.all();
}

/** Decides on one call: refused, cancelled, a copy of an earlier one, denied, or to be run. Questions are asked here. */
async function decide(step: Step, prepared: PreparedCall): Promise<Decided> {
  const { batch, ports, call, providerId } = step;
  const { args } = prepared;
  if (batch.signal.aborted) return settled(args, NOT_BEGUN);
  if (prepared.kind === 'refused') return settled(args, { status: 'error', text: prepared.text });

  const { tool } = prepared;
  const remembered = { providerId, tool, args: prepared.args, message: batch.message };
  const earlier = ports.memory.earlier(remembered);
  if (earlier !== undefined) return async () => ({ args, result: await earlier, denied: false });

  const answer = await permission({ callId: call.id, tool, args: prepared.args }, batch.signal, ports);
  if (answer.behavior === 'cancelled' || batch.signal.aborted) return settled(args, NOT_BEGUN);
  if (answer.behavior === 'deny') return settled(args, { status: 'error', text: answer.shown }, true);
  if (answer.args !== undefined) {
    const text = await argumentProblems(tool, answer.args, ports.checker);
    if (text !== undefined) return settled(answer.args, { status: 'error', text });
  }
  return () => {
    const outcome = start(step, { ...prepared, args: answer.args ?? prepared.args });
    ports.memory.keep(
      remembered,
      outcome.then(({ result }) => result),
    );
    return outcome;
  };
}

async function start({ call, batch, ports }: Step, { tool, args }: Ready): Promise<Outcome> {
  const { signal } = batch;
  const { clock, debug, emit } = ports;
  emit({ type: 'tool-start', call, args });
  const onProgress = (progress: ToolProgress): void => emit({ type: 'tool-progress', callId: call.id, progress });
  const result = await runCall({ callId: call.id, tool, args, signal, clock, debug, onProgress });
  return { args, result, denied: false };
}

const settled =
  (args: ToolArguments | undefined, result: ToolResult, denied = false): Decided =>
  () =>
    Promise.resolve({ args, result, denied });
