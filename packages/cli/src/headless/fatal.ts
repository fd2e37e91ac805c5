/**
 * A run that can't begin or go on: one sentence on stderr, in the form that the output format asks for, and its exit
 * code. A failed authentication is told as a result record instead, because programs wait for one.
 */
import { NO_USAGE } from '@qwen-code/qwen-code-core/agent/model-turn.js';
import { shownText, QwenError, type QwenErrorCode } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { OutputFormat } from '../args/parse-args.js';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-codes.js';
import { callsInFlight } from './interrupted.js';
import { fatalRecord, resultRecord } from './records.js';
import type { Output } from './renderer.js';
import type { Tally } from './tally.js';

const TYPES: Partial<Record<QwenErrorCode, string>> = {
  usage: 'FatalInputError',
  input: 'FatalInputError',
  config: 'FatalConfigError',
  sandbox: 'FatalSandboxError',
  auth: 'FatalAuthenticationError',
  'turn-limit': 'FatalTurnLimitedError',
  budget: 'FatalBudgetExceededError',
  cancelled: 'FatalCancellationError',
};

export interface FatalContext {
  readonly format: OutputFormat;
  readonly output: Output;
  readonly sessionId: string;
  /** What the run had come to, if it had begun. */
  readonly tally?: Pick<Tally, 'cutOff' | 'unknownOutcomes'>;
  newId(): string;
}

export function reportFatal(error: unknown, context: FatalContext): ExitCode {
  const { tally = NOTHING_YET } = context;
  const shown = [shownText(error), ...leftOpen(tally)].join(' ');
  const code = error instanceof QwenError ? error.code : undefined;
  const exitCode = code === undefined ? EXIT.failure : exitCodeOf(code);
  const { format, output } = context;
  if (code === 'auth' && format !== 'text') {
    const record = emptyResult(shown, context);
    output.stdout(`${JSON.stringify(format === 'json' ? [record] : record)}\n`);
  } else if (format === 'json') {
    const type = (code === undefined ? undefined : TYPES[code]) ?? 'FatalError';
    const { unknownOutcomes } = tally;
    output.stderr(`${JSON.stringify(fatalRecord({ type, message: shown, code: exitCode, unknownOutcomes }))}\n`);
  } else {
    output.stderr(`${shown}\n`);
  }
  return exitCode;
}

const NOTHING_YET: NonNullable<FatalContext['tally']> = { cutOff: [], unknownOutcomes: [] };

/** A limit may end a run while calls are out; nobody has been told of those yet. */
const leftOpen = ({ cutOff, unknownOutcomes }: NonNullable<FatalContext['tally']>): string[] =>
  cutOff.length === 0 ? [] : [callsInFlight(cutOff, unknownOutcomes)];

const emptyResult = (shown: string, { sessionId, newId }: FatalContext): unknown =>
  resultRecord({
    uuid: newId(),
    sessionId,
    durationMs: 0,
    apiDurationMs: 0,
    turns: 0,
    usage: NO_USAGE,
    denials: [],
    unknownOutcomes: [],
    ending: { error: shown },
  });
