/**
 * An AbortController for where thousands come and go: the platform's own costs as much as all else that a tool call does
 * on our side, and outlives the quick garbage collections.
 *
 * For our own waits and the MCP SDK's requests. The platform's functions that look for their own class (`AbortSignal.any`,
 * `fetch`) don't take its signal.
 */
export interface LightAbort {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

export function createLightAbort(): LightAbort {
  const signal = new LightSignal();
  return { signal, abort: (reason) => signal.fire(reason) };
}

type Listener = Parameters<AbortSignal['addEventListener']>[1];

/** Listeners run in order, once, with an `abort` event. One that throws is the platform's affair, as with its own signals. */
class LightSignal implements AbortSignal {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => unknown) | null = null;
  private listeners: Listener[] = [];

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(type: string, listener: Listener): void {
    if (type === 'abort' && !this.listeners.includes(listener)) this.listeners.push(listener);
  }

  removeEventListener(type: string, listener: Listener): void {
    if (type === 'abort') this.listeners = this.listeners.filter((known) => known !== listener);
  }

  dispatchEvent(event: Event): boolean {
    if (event.type !== 'abort') return true;
    this.onabort?.(event);
    for (const listener of [...this.listeners]) {
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    }
    return true;
  }

  fire(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event('abort'));
    this.listeners = [];
  }
}
