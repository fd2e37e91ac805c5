import type { ToolContext, ToolProgress } from '../tools/types.js';

/** A tool context for tests; what the tool reports lands in `progress`. */
export function createToolContext(signal = new AbortController().signal): ToolContext & { progress: ToolProgress[] } {
  const progress: ToolProgress[] = [];
  return { callId: 'call-1', signal, progress, onProgress: (report) => progress.push(report) };
}
