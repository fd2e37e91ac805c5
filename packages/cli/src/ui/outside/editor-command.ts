/** Which editor a person writes in, as words to run. Pure. */
import { parse } from 'shell-quote';

/** By the names of general.preferredEditor; each waits until the file is closed. */
const PREFERRED: Readonly<Record<string, readonly string[]>> = {
  vscode: ['code', '--wait'],
  vscodium: ['codium', '--wait'],
  windsurf: ['windsurf', '--wait'],
  cursor: ['cursor', '--wait'],
  zed: ['zed', '--wait'],
  vim: ['vim'],
  neovim: ['nvim'],
  emacs: ['emacs'],
  nano: ['nano'],
};

export interface EditorFacts {
  /** general.preferredEditor: names alone, never a command, because a project may set it. */
  readonly preferred: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Never empty. */
export function editorCommand({ preferred = '', env, platform }: EditorFacts): readonly string[] {
  if (Object.hasOwn(PREFERRED, preferred)) return PREFERRED[preferred] ?? [];
  for (const name of ['VISUAL', 'EDITOR']) {
    const words = wordsOf(env[name] ?? '', platform);
    if (words.length > 0) return words;
  }
  return [platform === 'win32' ? 'notepad' : 'vi'];
}

/** A backslash is a separator of paths on Windows, and no escape. */
const wordsOf = (text: string, platform: NodeJS.Platform): readonly string[] =>
  parse(platform === 'win32' ? text.replaceAll('\\', '\\\\') : text).filter((word) => typeof word === 'string');
