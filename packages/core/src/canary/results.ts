/** What the tools of a canary answer. The default text is read from the ledger: a canary keeps no other state. */
import type { LedgerEvent } from './ledger.js';
import { countLedger } from './ledger.js';
import type { CanaryTool } from './plan.js';

type ToolResult = Readonly<Record<string, unknown>>;

const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });

/** A one-pixel PNG, followed by as many zero bytes as the size asks for. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function toolResult(tool: CanaryTool, events: readonly LedgerEvent[]): ToolResult {
  const plan = tool.result ?? { kind: 'counts' };
  switch (plan.kind) {
    case 'raw':
      return plan.result;
    case 'big-text':
      return text('x'.repeat(plan.chars));
    case 'lines':
      return text(Array.from({ length: plan.count }, (_, index) => `line ${index + 1}`).join('\n'));
    case 'image': {
      const data = Buffer.concat([PIXEL, Buffer.alloc(Math.max(0, plan.bytes - PIXEL.length))]);
      return { content: [{ type: 'image', data: data.toString('base64'), mimeType: 'image/png' }] };
    }
    case 'counts':
      return tool.effect === 'none'
        ? text(JSON.stringify(storeFrom(events)))
        : text(`${tool.name} done, ${countLedger(events, tool.name).commits} in all`);
  }
}

/** The store that the committed effects add up to: the counter, and the last status of every key. */
function storeFrom(events: readonly LedgerEvent[]): { counter: number; statuses: Record<string, string> } {
  const statuses: Record<string, string> = {};
  for (const event of events) {
    if (event.event !== 'commit' || event.tool !== 'set_status_then_drop') continue;
    const { key, status } = event.args as { key?: unknown; status?: unknown };
    if (typeof key === 'string' && typeof status === 'string') statuses[key] = status;
  }
  return { counter: countLedger(events, 'increment_then_drop').commits, statuses };
}
