/** What the commands know of a conversation and may do to it. */
import type { CompactionSize } from '@qwen-code/qwen-code-core/agent/compaction/create-compactor.js';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { ListedModel } from '@qwen-code/qwen-code-core/models/list-models.js';
import type { Model } from '@qwen-code/qwen-code-core/models/types.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { Tool } from '@qwen-code/qwen-code-core/tools/types.js';
import type { SessionFacts } from '../headless/records.js';
import type { ContextShares } from '../wire/context-shares.js';
import type { CommandInfo } from './types.js';

export interface CommandPorts {
  /** Absolute. */
  readonly cwd: string;
  readonly trusted: boolean;
  readonly clock: Clock;
  session(): SessionFacts;
  history(): History;
  /** About how many tokens the next request has. */
  size(): number;
  /** Tokens that the model takes. */
  contextWindow(): number;
  /** What the next request is made of. */
  shares(): ContextShares;
  /** Those that the model knows of, sorted. */
  tools(): readonly Tool[];
  /** The instruction files that were read, absolute. */
  contextFiles(): readonly string[];
  /** Every command there is now. */
  commands(): readonly CommandInfo[];
  models(): readonly ListedModel[];
  /** Writes summaries. */
  summaryModel(): Model;
  /** Throws QwenError, and changes nothing then. */
  setModel(name: string): void;
  setEffort(effort: string): void;
  /** Forgets the conversation so far. */
  clear(): void;
  /** Throws QwenError with one sentence. */
  compact(signal: AbortSignal, focus: string): Promise<CompactionSize>;
}
