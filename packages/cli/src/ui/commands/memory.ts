import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pickDialog } from '../menu/menu.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import { oneLine } from '../render/one-line.js';
import { runEditor } from '../outside/edit-text.js';
import { editorCommand } from '../outside/editor-command.js';
import type { UiCommand } from './ui-command.js';

export const memory: UiCommand = {
  name: 'memory',
  aliases: [],
  description: 'The instruction files that were read; open one in your editor',
  usage: '',
  run: async (_args, { wired, place, dialogs, print, lend }, signal) => {
    const { settings, paths, workspaceTrusted, env } = wired.desk.settings();
    const own = [join(place.cwd, 'QWEN.md'), join(paths.userDir, 'QWEN.md')].slice(workspaceTrusted ? 0 : 1);
    const items = memoryItems({ read: wired.desk.contextFiles(), own, sizeOf, name: (path) => named(path, place.cwd) });
    const page = { title: 'Instruction files', head: ['Enter opens one in your editor.'], items };
    const file = await dialogs.ask(pickDialog('memory', page), { signal });
    if (file === undefined) return;
    const command = editorCommand({ preferred: settings.general.preferredEditor, env, platform: place.platform });
    await lend(() => runEditor([...command, file], env));
    print({
      kind: 'notice',
      tone: 'info',
      text: `${named(file, place.cwd)}: what changed counts from the next start.`,
    });
  },
};

export interface MemoryFacts {
  /** Absolute. */
  readonly read: readonly string[];
  /** Where there may be one. */
  readonly own: readonly string[];
  /** In bytes; undefined: there is none. */
  sizeOf(path: string): number | undefined;
  name(path: string): string;
}

/** Those that were read, then those that could be begun. */
export function memoryItems({ read, own, sizeOf: size, name }: MemoryFacts): readonly ListItem<string>[] {
  const others = own.filter((path) => !read.includes(path));
  return [...read, ...others].map((path) => {
    const bytes = size(path);
    const state = bytes === undefined ? 'there is none yet' : `${bytes.toLocaleString('en-US')} bytes`;
    const group = read.includes(path) ? 'Read for this session' : 'Not read';
    return { label: oneLine(name(path)), details: [state], group, value: path };
  });
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

const named = (path: string, cwd: string): string => {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
};
