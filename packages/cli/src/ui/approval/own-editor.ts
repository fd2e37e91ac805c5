/** The person's own editor for the change of a file, on the terminal that the screen gives away meanwhile. */
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { WiredRun } from '../../wire/wire-run.js';
import { editContent } from '../outside/edit-content.js';
import { editorCommand } from '../outside/editor-command.js';
import type { UiScreen } from '../screen.js';
import type { EditFile } from './modified-arguments.js';

export interface OwnEditorParts {
  readonly place: Place;
  readonly wired: Pick<WiredRun, 'desk'>;
  readonly screen: Pick<UiScreen, 'lend'>;
}

/** undefined: none is set. */
export function ownEditor({ place, wired, screen }: OwnEditorParts): EditFile | undefined {
  const { env, platform } = place;
  const { preferredEditor: preferred } = wired.desk.settings().settings.general;
  if (!preferred && !env['VISUAL'] && !env['EDITOR']) return undefined;
  const command = editorCommand({ preferred, env, platform });
  return (content, path) => screen.lend(() => editContent(content, { command, env, path }));
}
