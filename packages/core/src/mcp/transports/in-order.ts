/**
 * Hands messages to the SDK in the order in which they came. The SDK runs the handler of a notification a microtask
 * later than it settles a reply, and forgets a call's progress handler with its reply: progress that shares a chunk with
 * the reply would be lost. So a reply that follows a notification at once waits for that microtask; no other one waits.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

export function createInOrder(deliver: (message: JSONRPCMessage) => void): (message: JSONRPCMessage) => void {
  let notified = false;
  return (message) => {
    if ('method' in message) {
      deliver(message);
      if (notified) return;
      notified = true;
      queueMicrotask(() => {
        notified = false;
      });
    } else if (notified) {
      queueMicrotask(() => deliver(message));
    } else {
      deliver(message);
    }
  };
}
