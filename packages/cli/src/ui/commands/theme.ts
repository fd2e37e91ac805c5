import { editSettingsFile } from '@qwen-code/qwen-code-core/settings/edit.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { menuDialog } from '../menu/menu.js';
import type { ListPage } from '../menu/menu-state.js';
import { themeSample } from '../render/theme-sample.js';
import type { ThemeDesk } from '../render/theme-desk.js';
import type { UiCommand } from './ui-command.js';

export const theme: UiCommand = {
  name: 'theme',
  aliases: [],
  description: 'The colours of the screen',
  usage: '[name]',
  anytime: true,
  run: async (args, ports, signal) => {
    const { themes, dialogs, redraw, print, wired } = ports;
    const file = wired.desk.settings().paths.files.user;
    const use = (name: string): string => {
      editSettingsFile(file, ['ui', 'theme'], name);
      themes.use(name);
      return name;
    };
    const chosen =
      args === ''
        ? await dialogs.ask(menuDialog('theme', themePage(themes, use)), { signal })
        : use(named(args, themes));
    if (chosen === undefined) return;
    redraw();
    print({ kind: 'notice', tone: 'info', text: `Theme: ${chosen}, written to ${file}.` });
  },
};

/** A name in any spelling of its letters. Throws QwenError('usage'). */
function named(asked: string, { names }: Pick<ThemeDesk, 'names'>): string {
  const name = names.find((each) => each.toLowerCase() === asked.toLowerCase());
  if (name !== undefined) return name;
  throw new QwenError('usage', `There is no theme "${asked}"; there are ${names.join(', ')}.`);
}

/** `use` throws QwenError when it can't be written. */
export function themePage(
  themes: Pick<ThemeDesk, 'name' | 'names' | 'styleOf'>,
  use: (name: string) => string,
): ListPage<string> {
  const { names } = themes;
  return {
    kind: 'list',
    title: 'Theme',
    selected: Math.max(0, names.indexOf(themes.name())),
    items: names.map((name) => ({
      label: `${name}${name === themes.name() ? ' (in use)' : ''}`,
      value: () => ({ kind: 'done', result: use(name) }),
    })),
    preview: (item, look) => themeSample({ ...look, style: themes.styleOf(names[item] ?? '') }),
  };
}
