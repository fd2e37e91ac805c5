/** What was seen of one run: the server's own counts, and what the client, the model and the user were told. */
import type { ClientResult, ExternalState } from './lab-case.js';

/** An identical call, made once more while the outcome is unknown: refused for that, let through, or lost otherwise. */
export type ManualRetry = 'blocked' | 'sent' | 'failed' | 'not_tried';

export interface Observation {
  /** Why the run could not be played to its end. The rest is then what was seen until there. */
  readonly trouble: string | undefined;
  /** Calls of the tool that the server had counted when the client was told. */
  readonly calls: number;
  /** The same when everything was over, without the retry: nothing may be sent later either. */
  readonly callsAtEnd: number;
  /** Every call carried the arguments of the first. */
  readonly sameArguments: boolean;
  /** Every call was a JSON-RPC request of its own. */
  readonly ownIds: boolean;
  /** Whether the calls carried a progress token: all, none, or some of them. */
  readonly progressTokens: 'all' | 'none' | 'mixed';
  readonly state: ExternalState;
  /** Handshakes that the server had seen when the client was told. */
  readonly handshakes: number;
  /** Server processes that had started by the end. */
  readonly processes: number;
  /** `other`: a text that is none of ours. */
  readonly client: ClientResult | 'other';
  /** Only where the case held the next process back: the client had to wait for it before it told. */
  readonly waitedForReconnect: boolean;
  /** Whom what reached that must reach nobody, such as "the model was given an argument value". */
  readonly leaks: readonly string[];
  readonly lookup: 'agrees' | 'disagrees' | 'failed' | 'not_asked';
  readonly retry: ManualRetry;
  /** The record under which the journal's files call the outcome unknown; undefined when they don't. */
  readonly recordId: string | undefined;
  /** Whoever was told of the call was told that very id. */
  readonly recordNamed: boolean;
  /** Calls that the server had counted when the first record was written; undefined when none was, or nobody looked. */
  readonly callsWhenRecorded: number | undefined;
  /** Server processes that outlived the client that had started them. */
  readonly leftBehind: number;
  /** Of a spawned `qwen` only. */
  readonly user: UserView | undefined;
}

export interface UserView {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  /** stdout held the model's answer and nothing else. */
  readonly sawAnswer: boolean;
  /** stderr named the call and said that its outcome is unknown. */
  readonly wasWarned: boolean;
}
