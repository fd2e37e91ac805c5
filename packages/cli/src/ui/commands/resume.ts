import { pickDialog } from '../menu/menu.js';
import { sessionItems } from './session-items.js';
import type { UiCommand, UiCommandPorts } from './ui-command.js';

export const resume: UiCommand = {
  name: 'resume',
  aliases: ['continue'],
  description: 'Go on with an earlier session of this folder',
  usage: '[id or title]',
  run: (args, ports, signal) =>
    args === '' ? pickSession(ports, signal) : ports.sessions.begin({ kind: 'resume', id: args }),
};

/** Shows the earlier sessions; without a choice everything stays as it is. Throws QwenError when it can't be had. */
export async function pickSession(ports: UiCommandPorts, signal: AbortSignal): Promise<void> {
  const { sessions, dialogs, clock } = ports;
  const current = sessions.current().id;
  const others = sessions.list().filter(({ sessionId }) => sessionId !== current);
  const page = {
    title: 'Resume a session',
    items: sessionItems(others, clock.now()),
    empty: 'There is no earlier session of this folder.',
  };
  const chosen = await dialogs.ask(pickDialog('resume', page), { signal });
  if (chosen !== undefined) await sessions.begin({ kind: 'resume', id: chosen.sessionId });
}
