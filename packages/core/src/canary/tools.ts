/** The tools a canary server offers by name; plans may spell out others. */
import type { CanaryTool } from './plan.js';

const KEYED = {
  type: 'object',
  properties: { key: { type: 'string' }, note: { type: 'string' } },
  required: ['key'],
} as const;

/** Counts up once a call: a doubled call is a doubled count. */
export const incrementTool = (annotations?: unknown): CanaryTool => ({
  name: 'increment_then_drop',
  description: 'Adds one to a durable counter.',
  inputSchema: KEYED,
  annotations,
});

/** Moves a stable key to a status: the same call again changes nothing more. */
export const setStatusTool = (annotations?: unknown): CanaryTool => ({
  name: 'set_status_then_drop',
  description: 'Sets the status of a key in a durable store.',
  inputSchema: {
    type: 'object',
    properties: { key: { type: 'string' }, status: { type: 'string' } },
    required: ['key', 'status'],
  },
  annotations,
});

/** The read-only way to find out what happened. */
export const lookupTool = (annotations: unknown = { readOnlyHint: true }): CanaryTool => ({
  name: 'lookup',
  description: 'Reports the durable counter and every status.',
  inputSchema: { type: 'object', properties: { key: { type: 'string' } } },
  annotations,
  effect: 'none',
});

/** A write under any name and any annotations. */
export const writeTool = (name: string, annotations?: unknown): CanaryTool => ({
  name,
  description: `Does ${name} once a call.`,
  inputSchema: KEYED,
  annotations,
});
