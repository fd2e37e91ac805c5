/**
 * Requests of ours to the program that drives qwen, and their answers. Each is asked once and settled once: by an answer,
 * by its time limit, by a cancel, or by the end of stdin, after which no answer can come. What comes later is ignored.
 */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { WireRecord } from '../records.js';
import { cancelRecord, requestRecord } from './control-records.js';

export type HostAnswer =
  | { readonly kind: 'answer'; readonly response: unknown }
  /** It said that it can't answer. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' | 'cancelled' }
  /** It can't be asked any more. */
  | { readonly kind: 'gone' };

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
}

export interface HostChannel {
  /** Never rejects. A request that is cancelled or too late is withdrawn with a control_cancel_request. */
  ask(request: WireRecord, options?: AskOptions): Promise<HostAnswer>;
  /** Requests are held back until this is called: the host is to have its own first answer before. */
  open(): void;
  /** An answer came. */
  settle(id: string, answer: HostAnswer): void;
  /** No more answers can come. */
  close(): void;
  readonly gone: AbortSignal;
}

export interface HostChannelPorts {
  readonly clock: Clock;
  emit(record: WireRecord): void;
  newId(): string;
}

export function createHostChannel({ clock, emit, newId }: HostChannelPorts): HostChannel {
  const waiting = new Map<string, (answer: HostAnswer) => void>();
  const gone = new AbortController();
  let held: WireRecord[] | undefined = [];

  const send = (record: WireRecord): void => {
    if (held === undefined) emit(record);
    else held.push(record);
  };
  const settle = (id: string, answer: HostAnswer): void => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  const withdraw = (id: string, kind: 'late' | 'cancelled'): void => {
    if (!waiting.has(id)) return;
    send(cancelRecord(id));
    settle(id, { kind });
  };

  return {
    ask: async (request, { signal, limitMs } = {}) => {
      if (gone.signal.aborted) return { kind: 'gone' };
      if (signal?.aborted === true) return { kind: 'cancelled' };
      const id = newId();
      const answered = new Promise<HostAnswer>((resolve) => waiting.set(id, resolve));
      send(requestRecord(id, request));
      const cancel = (): void => withdraw(id, 'cancelled');
      signal?.addEventListener('abort', cancel, { once: true });
      const stopClock = limitMs === undefined ? undefined : clock.after(limitMs, () => withdraw(id, 'late'));
      const answer = await answered;
      signal?.removeEventListener('abort', cancel);
      stopClock?.();
      return answer;
    },
    open: () => {
      const records = held ?? [];
      held = undefined;
      records.forEach(emit);
    },
    settle,
    close: () => {
      gone.abort();
      for (const id of [...waiting.keys()]) settle(id, { kind: 'gone' });
    },
    gone: gone.signal,
  };
}
