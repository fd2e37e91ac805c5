import { menuDialog } from '../menu/menu.js';
import type { ListPage } from '../menu/menu-state.js';
import { sessionItems } from './session-items.js';
import type { UiCommand } from './ui-command.js';

export const deleteCommand: UiCommand = {
  name: 'delete',
  aliases: [],
  description: 'Delete an earlier session of this folder',
  usage: '',
  run: async (_args, { sessions, dialogs, clock, print }, signal) => {
    const current = sessions.current().id;
    const others = sessions.list().filter(({ sessionId }) => sessionId !== current);
    const items = sessionItems(others, clock.now()).map(({ value, ...item }) => ({
      ...item,
      value: () => ({ kind: 'page' as const, page: sure(item.label, value.sessionId) }),
    }));
    const page = { kind: 'list' as const, title: 'Delete a session', items, empty: 'There is no other session.' };
    const id = await dialogs.ask(menuDialog<string | undefined>('delete', page), { signal });
    if (id === undefined) return;
    await sessions.remove(id);
    print({ kind: 'notice', tone: 'info', text: 'The session is deleted.' });
  },
};

const sure = (label: string, id: string): ListPage<string | undefined> => ({
  kind: 'list',
  title: 'Delete this session?',
  head: [label, 'Its recording and the copies of files it changed are gone then.'],
  items: [
    { label: 'Keep it', value: () => ({ kind: 'done', result: undefined }) },
    { label: 'Delete it', value: () => ({ kind: 'done', result: id }) },
  ],
});
