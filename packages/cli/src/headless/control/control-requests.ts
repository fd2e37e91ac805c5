/**
 * What the host may ask for, by subtype, and how it is answered (docs/guide/sdk.md). A request that can't be met throws
 * QwenError with one sentence, and changes nothing.
 */
import { APPROVAL_MODES, type ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { WireRecord } from '../records.js';
import { contextUsage, usageInfo } from './usage-reports.js';
import type { UsageBook } from './usage-book.js';

export interface RequestPorts {
  readonly clock: Clock;
  readonly usage: UsageBook;
  /** The run, as soon as it is put together. */
  wired(): Promise<WiredRun>;
  /** Stops what is being answered, if anything is. */
  interrupt(): void;
  /** Goes on with a message that was not answered to its end; false when there is none, or something else is going on. */
  goOn(wired: WiredRun): boolean;
}

export type Handler = (request: JsonObject, ports: RequestPorts) => Promise<WireRecord>;

const HANDLERS: Readonly<Record<string, Handler>> = {
  interrupt: async (_request, { interrupt }) => {
    interrupt();
    return {};
  },
  continue_last_turn: async (_request, ports) => {
    const accepted = ports.goOn(await ports.wired());
    return { accepted, interruption: accepted ? 'interrupted_prompt' : 'none' };
  },
  set_model: async ({ model }, { wired }) => {
    const name = textField('model', model);
    (await wired()).setModel(name);
    return { model: name };
  },
  set_effort: async ({ effort }, { wired }) => {
    const tier = textField('effort', effort);
    (await wired()).setEffort(tier);
    return { effort: tier, applied: true, override: null };
  },
  supported_commands: async (_request, { wired }) => {
    const run = await wired();
    return { commands: run.commands().map(({ name }) => name) };
  },
  mcp_server_status: async (_request, { wired }) => {
    const { mcpServers } = (await wired()).session();
    return { status: Object.fromEntries(mcpServers.map(({ name, status }) => [name, status])) };
  },
  get_context_usage: async (_request, { wired, usage }) => contextUsage(await wired(), usage),
  get_available_models: async (_request, { wired }) => ({ models: (await wired()).models() }),
  get_usage_info: async (_request, { usage, clock }) => usageInfo(usage, clock.now()),
};

/** Undefined for a subtype that is not known. */
export function handlerOf(subtype: string): Handler | undefined {
  if (subtype === 'set_permission_mode') return setPermissionMode;
  const handler = Object.hasOwn(HANDLERS, subtype) ? HANDLERS[subtype] : undefined;
  return handler && (async (request, ports) => ({ subtype, ...(await handler(request, ports)) }));
}

/** The one answer that does not repeat its subtype. */
const setPermissionMode: Handler = async ({ mode }, { wired }) => {
  const known = APPROVAL_MODES.find((each): each is ApprovalMode => each === mode);
  if (known === undefined) throw new QwenError('usage', `"mode" must be one of: ${APPROVAL_MODES.join(', ')}.`);
  (await wired()).setMode(known);
  return { status: 'updated', mode: known };
};

function textField(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new QwenError('usage', `"${name}" must be text.`);
}
