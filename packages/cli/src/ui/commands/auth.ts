/** `/auth`: the set-up of the first start, at any later time. The model that is chosen answers from the next message on. */
import { setUpModel, type ReadyModelOptions } from '../setup/ready-model.js';
import type { UiCommand } from './ui-command.js';

type SetUpOptions = Omit<ReadyModelOptions, 'ask' | 'signal' | 'clock'>;

export const authCommand = (options: SetUpOptions): UiCommand => ({
  name: 'auth',
  aliases: ['connect', 'login'],
  description: 'Choose another provider, key and model',
  usage: '',
  run: async (_args, { wired, dialogs, clock, print, refresh }, signal) => {
    const ready = await setUpModel(
      { ...options, clock, signal, ask: (dialog) => dialogs.ask(dialog, { signal }) },
      { title: 'Provider, key and model', lines: [] },
    );
    if (ready === undefined) return;
    wired.adoptModel(ready.loaded, ready.choice);
    refresh();
    for (const notice of ready.notices) print({ kind: 'notice', ...notice });
  },
});
