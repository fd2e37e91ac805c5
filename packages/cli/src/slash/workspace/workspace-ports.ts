/** What the commands about the surroundings of a conversation know, and may do. */
import type { ModelChoice } from '@qwen-code/qwen-code-core/models/registry.js';
import type { ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';

export interface Named {
  readonly name: string;
  readonly description: string;
}

export interface WorkspacePorts {
  readonly place: Place;
  /** As the run began. */
  readonly loaded: LoadedSettings;
  readonly clock: Clock;
  readonly version: string;
  readonly skills: readonly Named[];
  /** Names of the agent types. */
  agents(): readonly string[];
  servers(): readonly { readonly name: string; readonly status: string; readonly shown?: string }[];
  choice(): ModelChoice;
  /** As the requests to the model go out. */
  readonly fetch: typeof fetch;
  /** Throws QwenError('usage') for a mode that this folder does not get. */
  setMode(mode: ApprovalMode): void;
  /** Absolute; the working directory first. */
  directories(): readonly string[];
  /** The absolute path. Throws QwenError('usage') when there is no such folder. */
  addDirectory(path: string): string;
}
