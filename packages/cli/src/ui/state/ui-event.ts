/** Everything that can happen to the screen: what the agent tells, and what the terminal's own parts do. */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import type { ToolView } from './tool-view.js';
import type { Facts, ItemContent, OpenDialog, QueuedMessage } from './view-state.js';

export type UiEvent =
  | { readonly type: 'agent'; readonly event: AgentEvent; readonly atMs: number }
  | { readonly type: 'run-started'; readonly atMs: number }
  /** Asked to stop; it has not yet. */
  | { readonly type: 'run-stopping' }
  | { readonly type: 'run-ended' }
  | { readonly type: 'item'; readonly item: ItemContent }
  | { readonly type: 'queued'; readonly message: QueuedMessage }
  /** The queued messages of this kind have been sent, or taken back into the prompt. */
  | { readonly type: 'dequeued'; readonly when: readonly QueuedMessage['when'][] }
  /** The last queued message was taken back into the prompt. */
  | { readonly type: 'unqueued' }
  | { readonly type: 'shell-started'; readonly command: string; readonly atMs: number }
  | { readonly type: 'shell-output'; readonly text: string }
  | { readonly type: 'shell-ended' }
  /** A call waits for a person; `answered` is the end of that, whatever the answer. */
  | { readonly type: 'call-asking'; readonly callId: string; readonly tool: ToolView }
  | { readonly type: 'call-answered'; readonly callId: string }
  | { readonly type: 'dialog-opened'; readonly dialog: OpenDialog }
  | { readonly type: 'dialog-closed'; readonly id: number }
  | { readonly type: 'facts'; readonly facts: Partial<Facts> }
  | { readonly type: 'hint'; readonly text: string | undefined }
  | { readonly type: 'toggle-expanded' }
  | { readonly type: 'toggle-raw' }
  /** The screen was cleared: everything is printed anew. */
  | { readonly type: 'reprint' }
  /** A new conversation: nothing of the old one is shown. */
  | { readonly type: 'cleared' }
  | { readonly type: 'closing' };
