import type { ListedModel } from '@qwen-code/qwen-code-core/models/list-models.js';
import { menuDialog } from '../menu/menu.js';
import type { ListPage } from '../menu/menu-state.js';
import { oneLine } from '../render/one-line.js';
import { runHeadlessCommand } from './run-headless-command.js';
import type { UiCommand } from './ui-command.js';

export const model: UiCommand = {
  name: 'model',
  aliases: [],
  description: 'The model that answers, for this session',
  usage: '[id]',
  run: async (args, ports, signal) => {
    const { wired, dialogs, print, refresh } = ports;
    if (args !== '') return runHeadlessCommand(`/model ${args}`, ports, signal);
    const page = modelPage(wired.models(), wired.session().model, (id) => wired.setModel(id));
    const chosen = await dialogs.ask(menuDialog('model', page), { signal });
    if (chosen === undefined) return;
    refresh();
    print({ kind: 'notice', tone: 'info', text: `Model: ${oneLine(chosen)}` });
  },
};

/** `use` throws QwenError for a model that can't be used, and changes nothing then: the list stays. */
export const modelPage = (
  models: readonly ListedModel[],
  current: string,
  use: (id: string) => void,
): ListPage<string> => ({
  kind: 'list',
  title: 'Model',
  head: ['For this session. The one a session begins with is model.name in /settings.'],
  selected: Math.max(
    0,
    models.findIndex(({ id }) => id === current),
  ),
  items: models.map(({ id, name, protocol }) => ({
    label: `${oneLine(name ?? id)}${id === current ? ' (in use)' : ''}`,
    details: [name === undefined ? protocol : `${oneLine(id)} · ${protocol}`],
    value: () => {
      use(id);
      return { kind: 'done', result: id };
    },
  })),
});
