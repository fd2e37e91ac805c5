/**
 * SIGINT, SIGTERM and SIGHUP. The first one asks the run to stop; a second one, or a run that does not stop in time,
 * ends the process at once. Whichever way, nothing this process started outlives it.
 */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

/** From the first signal to the forced end: under the three seconds that the guide promises. */
const STOP_WITHIN_MS = 2_500;

/** A second signal this soon is the same key press, sent by the terminal and once more by npm. */
const SAME_PRESS_MS = 300;

const CODES = { SIGINT: EXIT.sigint, SIGTERM: EXIT.sigterm, SIGHUP: EXIT.sighup } as const;

export interface Interruption {
  /** Fires with a QwenError('cancelled') when the run has to stop, for a signal or because `stop` was called. */
  readonly signal: AbortSignal;
  /** The first signal received, if any, and the exit code that goes with it. */
  readonly receivedSignal: string | undefined;
  readonly exitCode: ExitCode | undefined;
  /** Stops the run without a signal: nobody reads its output any more. */
  stop(): void;
  /** As SIGHUP, which not every terminal that goes away sends. */
  hangUp(): void;
}

export interface InterruptionPorts {
  readonly clock: Clock;
  readonly process: Pick<NodeJS.Process, 'on'>;
  /** Kills every child and ends this process. */
  endNow(code: ExitCode): void;
}

export function watchInterruption({ clock, process, endNow }: InterruptionPorts): Interruption {
  const controller = new AbortController();
  let receivedSignal: string | undefined;
  let exitCode: ExitCode | undefined;
  let firstAtMs = 0;

  const onSignal = (name: string, code: ExitCode): void => {
    if (exitCode !== undefined) {
      if (clock.now() - firstAtMs >= SAME_PRESS_MS) endNow(exitCode);
      return;
    }
    receivedSignal = name;
    exitCode = code;
    firstAtMs = clock.now();
    stop();
    void clock.sleep(STOP_WITHIN_MS).then(() => endNow(code));
  };
  const stop = (): void => controller.abort(new QwenError('cancelled', 'Operation cancelled.'));

  for (const [name, code] of Object.entries(CODES)) process.on(name, () => onSignal(name, code));
  return {
    signal: controller.signal,
    get receivedSignal() {
      return receivedSignal;
    },
    get exitCode() {
      return exitCode;
    },
    stop,
    hangUp: () => {
      if (exitCode === undefined) onSignal('SIGHUP', CODES.SIGHUP);
    },
  };
}
