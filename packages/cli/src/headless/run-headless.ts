/**
 * One headless run: prompt in, answer out, exit code. Knows the order of things and how each ending is told; what the
 * parts are made of is in wire/.
 */
import { randomUUID } from 'node:crypto';
import type { AgentEvent, AgentOutcome } from '@qwen-code/qwen-code-core/agent/events.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { RunOptions } from '../args/parse-args.js';
import { EXIT, exitCodeOf, type ExitCode } from '../exit-codes.js';
import { watchInterruption } from '../process/interruption.js';
import { endNow } from '../process/end-now.js';
import type { ProcessOutput } from '../process/output.js';
import { thisPlace } from '../process/place.js';
import { loadRunSettings } from '../wire/load-run-settings.js';
import { nothingToPick, openRunSession } from '../wire/open-run-session.js';
import { chooseModel } from '../wire/model-side.js';
import { wireRun, type WiredRun } from '../wire/wire-run.js';
import type { Driver } from './control/driver.js';
import { createAnsweringModel } from './answering-model.js';
import { debugLogOf } from './debug-log-of.js';
import { reportFatal } from './fatal.js';
import { tellsInterruption } from './interrupted.js';
import { readPrompt } from './read-prompt.js';
import type { Renderer } from './renderer.js';
import { openRenderer, type Run } from './run.js';
import { createTally } from './tally.js';

export async function runHeadless(options: RunOptions, output: ProcessOutput): Promise<ExitCode> {
  let tellInterruption = (): void => {};
  const run: Run = {
    options,
    output,
    startedMs: clock.now(),
    tally: createTally(),
    interruption: watchInterruption({
      clock,
      process,
      endNow: (code) => {
        tellInterruption();
        run.session?.close();
        endNow(code);
      },
    }),
    format: options.outputFormat ?? 'text',
    sessionId: (options.session.kind === 'new' ? options.session.id : undefined) ?? randomUUID(),
    session: undefined,
    renderer: undefined,
    wired: undefined,
  };
  const { interruption } = run;
  output.closed.addEventListener('abort', () => interruption.stop());
  tellInterruption = tellsInterruption({
    ...run,
    signal: interruption.signal,
    tally: () => run.tally,
    renderer: () => run.renderer,
    by: () => interruption.receivedSignal,
    hasEffects: (tool) => run.wired?.hasEffects(tool) ?? true,
  });
  try {
    const code = await conduct(run);
    if (code !== undefined) return code;
  } catch (error) {
    if (!interruption.signal.aborted) return reportFatal(error, { ...run, newId: randomUUID });
  } finally {
    run.session?.close();
  }
  tellInterruption();
  return interruption.exitCode ?? EXIT.ok;
}

/** Resolves with undefined for a run that was stopped. */
async function conduct(run: Run): Promise<ExitCode | undefined> {
  const { options, interruption } = run;
  const { signal } = interruption;
  if (options.session.kind === 'pick') throw nothingToPick();
  if (options.inputFormat === 'stream-json') {
    const { runControl } = await import('./control/run-control.js');
    return runControl(run, { prepare: (driver) => prepare(run, driver), conclude });
  }
  const reading = readPrompt(options.prompt, { clock, signal });
  // Nothing is started before it is clear that there is something to run; what was piped in may come meanwhile.
  if (options.prompt === undefined) await reading;
  else reading.catch(() => {});
  const wired = await prepare(run);
  try {
    const prompt = await reading;
    for (const shown of await wired.ready(signal)) run.output.stderr(`${shown}\n`);
    if (signal.aborted) return undefined;
    return await converse(run, wired, prompt);
  } finally {
    await wired.stop();
  }
}

async function prepare(run: Run, driver: Driver = {}): Promise<WiredRun> {
  const { options, output } = run;
  const warn = (shown: string): void => output.stderr(`${shown}\n`);
  // A program that reads records is told in the debug log alone.
  const tell = (shown: string): void => (run.format === 'text' ? warn(shown) : undefined);
  const place = thisPlace();
  const loaded = await loadRunSettings(options, place, driver.hostServers);
  run.format = options.outputFormat ?? loaded.settings.output.format;
  loaded.warnings.forEach(warn);
  const choice = chooseModel(options, loaded);
  const session = await openRunSession({ flags: options, place, loaded, clock, warn });
  const { id: sessionId, history } = session;
  run.session = session;
  run.sessionId = sessionId;
  session.notices.forEach(warn);
  const debug = debugLogOf({ options, loaded, choice, sessionId, clock, output });
  run.renderer = openRenderer(run);
  const wired = await wireRun({
    ...driver,
    flags: options,
    place,
    loaded,
    choice,
    sessionId,
    history,
    clock,
    debug,
    tell,
    // One message is over before an edit of the settings could matter.
    ...(options.inputFormat === 'stream-json' && {
      reread: () => loadRunSettings(options, place, driver.hostServers),
    }),
  });
  run.wired = wired;
  wired.warnings.forEach(warn);
  return wired;
}

async function converse(run: Run, wired: WiredRun, prompt: string): Promise<ExitCode | undefined> {
  const { renderer, tally, interruption, session } = run;
  const answeringModel = createAnsweringModel();
  const hear = (event: AgentEvent): void => {
    const model = answeringModel(event);
    // Before anything else: a call that may run now is on disk.
    session?.event(event, model);
    tally.see(event, model);
    renderer?.event(event, model);
  };
  const expanded = await wired.expand(prompt, interruption.signal, hear);
  if (expanded.kind === 'refused') throw new QwenError('usage', expanded.shown);
  renderer?.start(wired.session());
  if (expanded.kind === 'answer') return conclude({ kind: 'completed', text: expanded.shown }, renderer);
  session?.user(expanded.input.text, expanded.input.media);
  const outcome = await wired.run(expanded.input, hear, interruption.signal);
  return conclude(outcome, renderer);
}

/** Tells how a message ended; undefined for one that was cancelled. Throws what ends a run without a result: a limit. */
function conclude(outcome: AgentOutcome, renderer: Renderer | undefined): ExitCode | undefined {
  switch (outcome.kind) {
    case 'cancelled':
      return undefined;
    case 'completed':
      renderer?.end(outcome);
      return EXIT.ok;
    case 'turn-limit':
      throw new QwenError(
        'turn-limit',
        `Stopped: the limit of ${outcome.maxTurns} model turns is reached (--max-session-turns or model.maxSessionTurns).`,
      );
    case 'failed':
      if (outcome.error.code === 'budget') throw outcome.error;
      renderer?.end({ kind: 'failed', shown: outcome.error.shown });
      return exitCodeOf(outcome.error.code);
  }
}
