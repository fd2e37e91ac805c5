/**
 * What a canary server does wrong, as data: on which request, in which generation, at the how-manieth time, and how.
 * Pure: picks a fault, never carries it out (serve-request.ts and the transports do).
 */

/** How a request ends. Every kind but `reply` is a fault; a transport that can't do a kind says so at start. */
export type Action =
  | { readonly kind: 'reply' }
  /** The whole reply, then `process.exit` in the same tick, or after a while. */
  | { readonly kind: 'reply-then-exit'; readonly afterMs?: number }
  /** This result instead of the server's own. */
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: 'is-error'; readonly text: string }
  /** A reply under an id that nobody asked for. */
  | { readonly kind: 'wrong-id' }
  /** No answer, ever; the server lives on and serves others. */
  | { readonly kind: 'hang' }
  /** No answer to this or anything later in this process. */
  | { readonly kind: 'wedge' }
  | { readonly kind: 'exit'; readonly code?: number }
  /** SIGKILL to itself. */
  | { readonly kind: 'kill' }
  /** Half of the reply's bytes, then exit. Over HTTP: a JSON body cut in half, the process lives on. */
  | { readonly kind: 'half-reply' }
  /** stdio: standard output ends, the process goes on reading its input. */
  | { readonly kind: 'close-stdout' }
  /** stdio: the reply, then standard input is closed for good; the process lives on. */
  | { readonly kind: 'close-stdin' }
  /** HTTP: the socket is destroyed before any header (`reset`: with an RST). Legacy SSE: the event stream, after the 202. */
  | { readonly kind: 'destroy'; readonly reset?: boolean }
  /** HTTP: any answer of a gateway or of a strange server. `{{id}}` in the body becomes the request's id. */
  | { readonly kind: 'page'; readonly status: number; readonly type?: string; readonly body: string }
  /** HTTP: an event stream that ends cleanly without the answer; with `ids` its priming event carries an event id. */
  | { readonly kind: 'stream-end'; readonly ids?: boolean }
  /** HTTP: an event stream whose socket is destroyed in the middle of the answer's event. */
  | { readonly kind: 'stream-break' }
  /** HTTP: the event stream ends, the answer is kept for a GET with its Last-Event-ID. */
  | { readonly kind: 'resume-later' }
  /** HTTP: an event stream of comments that never answers and never ends. */
  | { readonly kind: 'endless' }
  /** HTTP: the answer that the plan gives to a session it does not know. */
  | { readonly kind: 'stale' };

/** A pause before the action: a time, or until the file `gate` appears in the state directory. */
export type Pause = { readonly ms: number } | { readonly gate: string };

export interface Fault {
  /** JSON-RPC method, or `GET` / `DELETE` for the HTTP verb. Default `tools/call`. */
  readonly on?: string;
  /** Only calls of this tool. Default any. */
  readonly tool?: string;
  /** Only in this generation. Default any. */
  readonly generation?: number;
  /** Only the nth such request (of this tool, when `tool` is given), over all generations. Default every one. */
  readonly nth?: number;
  /** `tools/call`: before or after the effect. Default after. */
  readonly when?: 'before-commit' | 'after-commit';
  readonly pause?: Pause;
  /** While it pauses the server reads but answers nothing else. */
  readonly busy?: boolean;
  /** Progress notifications before the action, one every `progressEveryMs` (default 0). */
  readonly progress?: number;
  readonly progressEveryMs?: number;
  /** `notifications/tools/list_changed` sent before the action. */
  readonly listChanged?: number;
  /** Raw lines on standard output before the action (stdio). */
  readonly junk?: readonly string[];
  /** HTTP: every session is forgotten just before the action, as by a restart. */
  readonly forget?: boolean;
  /** A new generation begins just before the action: other tools from the next listing on. */
  readonly bump?: boolean;
  readonly then: Action;
}

/** One request as a fault is matched against it. Both numbers count from 1, over all generations. */
export interface Arrival {
  readonly method: string;
  readonly tool?: string;
  readonly generation: number;
  readonly nthOfMethod: number;
  readonly nthOfTool: number;
}

/** The first fault of the plan that fits this request. */
export function pickFault(faults: readonly Fault[], arrival: Arrival): Fault | undefined {
  return faults.find(
    ({ on = 'tools/call', tool, generation, nth }) =>
      on === arrival.method &&
      (tool === undefined || tool === arrival.tool) &&
      (generation === undefined || generation === arrival.generation) &&
      (nth === undefined || nth === (tool === undefined ? arrival.nthOfMethod : arrival.nthOfTool)),
  );
}
