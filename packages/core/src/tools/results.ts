/** The three ways a built-in tool's call ends, in one line each. */
import type { ToolResult } from './types.js';

export const okResult = (text: string, more: Omit<ToolResult, 'status' | 'text'> = {}): ToolResult => ({
  status: 'ok',
  text,
  ...more,
});

export const errorResult = (text: string): ToolResult => ({ status: 'error', text });

export const cancelledResult = (text: string): ToolResult => ({ status: 'cancelled', text });
