/** A command that was typed for the shell: its output as it comes, then what came of it, as an item. */
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { WiredRun } from '../wire/wire-run.js';
import type { UiCommandPorts } from './commands/ui-command.js';
import { safeText } from './render/safe-text.js';
import { toolView } from './state/tool-view.js';

export interface RunTypedOptions {
  readonly wired: Pick<WiredRun, 'shell'>;
  readonly ports: Pick<UiCommandPorts, 'store' | 'print'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Rejects only where the shell itself breaks its word; nothing is left running on the screen then either. */
export async function runTyped(command: string, { wired, ports, clock, signal }: RunTypedOptions): Promise<void> {
  const { store, print } = ports;
  const startedMs = clock.now();
  store.dispatch({ type: 'shell-started', command: safeText(command), atMs: startedMs });
  const onOutput = (text: string): void => store.dispatch({ type: 'shell-output', text: safeText(text) });
  const run = wired.shell.run(command, { signal, onOutput });
  const { status, text } = await run.finally(() => store.dispatch({ type: 'shell-ended' }));
  const result = { status, text: safeText(text), durationMs: clock.now() - startedMs };
  print({ kind: 'tool', tool: toolView('run_shell_command', { command }), result });
}
