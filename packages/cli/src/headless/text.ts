/**
 * `--output-format text`: stdout carries the last turn's text and nothing else. Whatever a person must know besides,
 * above all a call whose outcome is unknown, goes to stderr, because the model may leave it out of its answer.
 */
import type { AgentEvent, FinishedCall } from '@qwen-code/qwen-code-core/agent/events.js';
import type { ToolProgress } from '@qwen-code/qwen-code-core/tools/types.js';
import type { Renderer, RendererContext } from './renderer.js';
import { isUnknownOutcome } from './tally.js';

export function createTextRenderer({ output, chatty }: RendererContext): Renderer {
  const names = new Map<string, string>();
  const warn = (text: string): void => output.stderr(`${text}\n`);

  const onEvent = (event: AgentEvent): void => {
    switch (event.type) {
      case 'tool-start':
        names.set(event.call.id, event.call.name);
        return;
      case 'tool-progress':
        if (chatty) warn(progressLine(names.get(event.callId) ?? 'tool', event.progress));
        return;
      case 'tool-end':
        names.delete(event.call.id);
        warnAboutCall(event, warn);
        return;
      case 'subagent':
        return onEvent(event.event);
      case 'model-retry':
        warn(`${event.shown} ${nextTry(event)}`);
    }
  };

  return {
    start: () => {},
    event: onEvent,
    end(ending) {
      if (ending.kind === 'completed' && ending.text !== '') output.stdout(`${ending.text}\n`);
      if (ending.kind === 'failed') warn(ending.shown);
    },
  };
}

const nextTry = ({ next, delayMs, attempt }: Extract<AgentEvent, { type: 'model-retry' }>): string =>
  next === undefined
    ? `Trying again in ${Math.ceil(delayMs / 1000)} s (retry ${attempt}).`
    : `Trying the fallback model ${next}.`;

/**
 * A refused call's text says which flag or rule would have allowed it. Neither text holds an argument. What a signal
 * stopped is told once, at the end of the run.
 */
function warnAboutCall(ended: FinishedCall, warn: (text: string) => void): void {
  if (ended.result.status === 'cancelled') return;
  const { text, code, recordId } = ended.result;
  if (isUnknownOutcome(ended))
    warn(`${ended.call.name}: ${text}${recordId === undefined ? '' : ` (record ${recordId})`}`);
  else if (code === 'mcp_call_frozen') warn(`${ended.call.name}: ${text}`);
  else if (ended.denied) warn(text);
}

function progressLine(name: string, { progress, total, message }: ToolProgress): string {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  return `${name}: [${count}]${message === undefined ? '' : ` ${message}`}`;
}
