/** What becomes of one message: a command of the terminal, a command of others, or words and the run that follows from them. */
import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import { effectiveMode } from '@qwen-code/qwen-code-core/scheduler/approve.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { createAnsweringModel } from '../headless/answering-model.js';
import { typedCommand } from '../slash/expand.js';
import { unknownCommand } from './commands/unknown-command.js';
import type { UiCommand, UiCommandPorts } from './commands/ui-command.js';
import type { ControllerOptions } from './controller.js';
import { safeText } from './render/safe-text.js';

export interface Turns {
  /** A command of the terminal, by its name or another one of it. */
  find(name: string): UiCommand | undefined;
  /** What the agent tells: recorded first, then shown. */
  emit(event: AgentEvent): void;
  /** Resolves when all that follows from the message is over. */
  take(text: string, signal: AbortSignal): Promise<void>;
}

export function createTurns({ wired, session, clock, commands, ports }: ControllerOptions): Turns {
  const { store, print, refresh } = ports;
  const modelOf = createAnsweringModel();
  let greeted = false;
  const notice = (tone: 'info' | 'warning' | 'error', text: string): void =>
    print({ kind: 'notice', tone, text: safeText(text) });

  const find = (name: string): UiCommand | undefined =>
    commands.find((command) => command.name === name || command.aliases.includes(name));
  const isUnknown = (name: string): boolean =>
    find(name) === undefined &&
    !wired.commands().some((command) => command.name === name || command.aliases.includes(name));

  const greet = async (signal: AbortSignal): Promise<void> => {
    if (greeted) return;
    greeted = true;
    const [first, ...others] = await wired.ready(signal);
    if (first !== undefined)
      notice(
        'warning',
        others.length === 0 ? first : `${others.length + 1} MCP servers are not available; /mcp says why.`,
      );
    refresh();
  };

  const emit = (event: AgentEvent): void => {
    // Before anything else: a call that may run now is on disk.
    session.event(event, modelOf(event));
    store.dispatch({ type: 'agent', event, atMs: clock.now() });
    // The tools of plan mode change it.
    const mode = effectiveMode(wired.policy());
    if (mode !== store.state().facts.mode) store.dispatch({ type: 'facts', facts: { mode } });
  };

  const converse = async (text: string, signal: AbortSignal): Promise<void> => {
    await greet(signal);
    const expanded = await wired.expand(text, signal, emit);
    if (expanded.kind === 'refused') return notice('error', expanded.shown);
    if (expanded.kind === 'answer') return print({ kind: 'report', text: safeText(expanded.shown) });
    session.user(expanded.input.text, expanded.input.media);
    await wired.run(expanded.input, emit, signal);
  };

  return {
    find,
    emit,
    take: async (text, signal) => {
      const typed = typedCommand(text);
      const command = typed === undefined ? undefined : find(typed.name);
      if (typed !== undefined && command !== undefined) return runCommand(command, typed.args, { ports, signal });
      if (typed !== undefined && isUnknown(typed.name)) {
        const known = await wired.expand(`/${typed.name}`, signal);
        return notice('error', known.kind === 'refused' ? known.shown : unknownCommand(typed.name, ports.listed()));
      }
      await converse(text, signal);
    },
  };
}

export async function runCommand(
  command: UiCommand,
  args: string,
  { ports, signal }: { readonly ports: UiCommandPorts; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await command.run(args, ports, signal);
  } catch (error) {
    ports.print({ kind: 'notice', tone: 'error', text: shownText(error) });
  }
}
