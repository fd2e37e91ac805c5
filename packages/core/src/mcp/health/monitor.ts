/**
 * Watches one connection while nobody uses it: asks at intervals whether it still answers, and once more, at once, when
 * an exchange was lost. Never while a call is in flight, never with a tool call, and no timer of it holds the process.
 * What an outcome means is decided by probe-plan.
 */
import type { Clock } from '../../shared/clock.js';
import { FIRST_PROBE, planProbe, type ProbeOutcome } from './probe-plan.js';

export interface HealthSettings {
  readonly enabled: boolean;
  readonly intervalMs: number;
  /** Failed checks in a row before a server is connected again. */
  readonly failureThreshold: number;
}

export const DEFAULT_HEALTH: HealthSettings = { enabled: true, intervalMs: 30_000, failureThreshold: 3 };

/** The connection as the monitor needs it. */
export interface Subject {
  readonly busy: number;
  readonly started: number;
  readonly lost: object | undefined;
  ask(method: 'ping' | 'tools/list', signal: AbortSignal): Promise<'reply' | 'ended' | 'nothing'>;
}

export interface MonitorOptions {
  readonly clock: Clock;
  readonly settings: HealthSettings;
  readonly subject: Subject;
  readonly onDead: () => void;
  /** How many checks in a row it has not answered, after each check. */
  readonly onMisses: (misses: number) => void;
}

export interface Monitor {
  /** A check that follows a lost exchange, as soon as what was lost is settled. */
  checkNow(): Promise<void>;
  stop(): void;
}

const PROBE_MS = 5_000;
/** After a check without an answer, the next one does not wait for the whole interval. */
const RECHECK_MS = 5_000;
const UNHELD = { ref: false } as const;

export function startMonitor({ clock, settings, subject, onDead, onMisses }: MonitorOptions): Monitor {
  const over = new AbortController();
  let state = FIRST_PROBE;
  let checking: Promise<void> | undefined;

  const probe = async (): Promise<ProbeOutcome> => {
    const { started } = subject;
    const limit = new AbortController();
    const end = (): void => limit.abort();
    over.signal.addEventListener('abort', end, { once: true });
    void clock.sleep(PROBE_MS, limit.signal, UNHELD).then(end, () => {});
    const answer = await subject.ask(state.ask, limit.signal);
    over.signal.removeEventListener('abort', end);
    end();
    if (answer === 'reply') return 'alive';
    if (over.signal.aborted || subject.lost !== undefined || subject.started !== started) return 'disturbed';
    return answer === 'ended' ? 'rejected' : 'silent';
  };

  const check = async (suspect: boolean): Promise<void> => {
    if (suspect) await clock.sleep(0, over.signal, UNHELD).catch(() => {});
    let then: 'wait' | 'ask-now' | 'reconnect' = 'ask-now';
    while (then === 'ask-now' && subject.busy === 0 && subject.lost === undefined && !over.signal.aborted) {
      const { failureThreshold } = settings;
      const plan = planProbe(state, await probe(), { failureThreshold, suspect });
      ({ state, then } = plan);
    }
    if (over.signal.aborted) return;
    onMisses(state.misses);
    if (then === 'reconnect') onDead();
  };

  const checkOnce = (suspect: boolean): Promise<void> => {
    checking ??= check(suspect).finally(() => {
      checking = undefined;
    });
    return checking;
  };

  const watch = async (): Promise<void> => {
    for (;;) {
      const pauseMs = state.misses > 0 ? Math.min(settings.intervalMs, RECHECK_MS) : settings.intervalMs;
      await clock.sleep(pauseMs, over.signal, UNHELD);
      await checkOnce(false);
    }
  };

  if (settings.enabled) watch().catch(() => {});
  return {
    checkNow: () => (settings.enabled ? checkOnce(true) : Promise.resolve()),
    stop: () => over.abort(),
  };
}
