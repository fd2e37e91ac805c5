/**
 * The inventory that was taken last, kept for the rollout gates: `<run-time root>/mcp-rollout/inventory.json`, private
 * to the user. Reading never throws: what can't be understood is said, not guessed.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readJsonObject } from '../../settings/read-json.js';
import { replaceFile } from '../../settings/replace-file.js';
import { QwenError } from '../../shared/qwen-error.js';
import { FINDING_KINDS, type Inventory } from './inventory.js';
import { REPLAY_CLASSES } from './replay-class.js';

const LABEL = 'Latest MCP inventory';

export const latestInventoryPath = (runtimeDir: string): string => join(runtimeDir, 'mcp-rollout', 'inventory.json');

/** Throws QwenError('io') when it can't be written; then the one before it is as it was. */
export function saveLatestInventory(runtimeDir: string, inventory: Inventory): void {
  const file = latestInventoryPath(runtimeDir);
  try {
    replaceFile(file, `${JSON.stringify(inventory, undefined, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new QwenError('io', `${LABEL} ${file} can't be written (${code}).`, error);
  }
}

export type LatestInventory =
  | { readonly kind: 'none'; readonly file: string }
  /** `shown`: one sentence. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly shown: string }
  | { readonly kind: 'read'; readonly file: string; readonly inventory: Inventory };

export function readLatestInventory(runtimeDir: string): LatestInventory {
  const file = latestInventoryPath(runtimeDir);
  const again = 'Take a new one: qwen mcp inventory';
  try {
    const parsed = readJsonObject({ what: LABEL, file });
    if (parsed === undefined) return { kind: 'none', file };
    const checked = inventorySchema.safeParse(parsed.value);
    if (checked.success) return { kind: 'read', file, inventory: checked.data as Inventory };
    return { kind: 'unreadable', file, shown: `${LABEL} ${file} is not one that this release wrote. ${again}` };
  } catch (error) {
    const why = error instanceof QwenError ? error.shown : `${LABEL} ${file} can't be read.`;
    return { kind: 'unreadable', file, shown: `${why} ${again}` };
  }
}

const textOrNull = z.nullable(z.string());
const replayClass = z.enum(REPLAY_CLASSES);
const hintValue = z.nullable(z.union([z.boolean(), z.string()]));

const inventorySchema = z.object({
  v: z.literal(1),
  at: z.string(),
  qwen_version: z.string(),
  workspace: z.string(),
  workspace_trusted: z.boolean(),
  workspace_trust_explicit: z.boolean(),
  workspace_trust_justification: textOrNull,
  servers: z.array(
    z.object({
      server: z.string(),
      scope: textOrNull,
      transport: z.nullable(z.enum(['stdio', 'http', 'sse'])),
      status: z.enum(['listed', 'failed', 'not_started', 'left_out']),
      problem: textOrNull,
      trusted: z.boolean(),
      trust_explicit: z.boolean(),
      trust_justification: textOrNull,
      accepted_at: textOrNull,
    }),
  ),
  tools: z.array(
    z.object({
      server: z.string(),
      tool: z.string(),
      owner: textOrNull,
      class: replayClass,
      declared_class: replayClass,
      team_class: z.nullable(replayClass),
      server_trusted: z.boolean(),
      workspace_trusted: z.boolean(),
      eligible: z.boolean(),
      gates_shut: z.array(z.object({ gate: z.string(), opens: z.string() })),
      annotations: z.unknown(),
      remarks: z.array(z.string()),
      note: textOrNull,
    }),
  ),
  drift: z.array(
    z.object({
      server: z.string(),
      tool: z.string(),
      kind: z.enum(['added', 'removed', 'changed']),
      safer: z.boolean(),
      schema_changed: z.boolean(),
      annotations_changed: z.boolean(),
      hints: z.array(z.object({ hint: z.string(), before: hintValue, now: hintValue, safer: z.boolean() })),
      says: z.string(),
    }),
  ),
  findings: z.array(z.object({ kind: z.enum(FINDING_KINDS), server: z.string(), tool: textOrNull, says: z.string() })),
});
