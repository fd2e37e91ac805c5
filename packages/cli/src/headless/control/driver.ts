/** What the program that drives qwen brings to a run: whom to ask, and MCP servers. */
import type { JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import type { WireOptions } from '../../wire/wire-run.js';

export interface Driver extends Partial<Pick<WireOptions, 'approver' | 'askFrozen' | 'host'>> {
  /** Entries as in `mcpServers` of the settings, by name. */
  readonly hostServers?: JsonObject | undefined;
}
