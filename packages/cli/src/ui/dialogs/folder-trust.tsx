/** Is this folder trusted? Asked before anything of it is read, and again by `/trust`. */
import { dirname } from 'node:path';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { TrustLevel } from '@qwen-code/qwen-code-core/trust/folder-trust.js';
import { wrapped } from '../render/lines.js';
import { ChoiceDialog, type ChoiceDialogProps } from './choice-dialog.js';
import type { Choice } from './choice-list.js';
import type { Dialog } from './dialog-desk.js';

export interface FolderTrustProps {
  /** Absolute. */
  readonly folder: string;
  /** What counts so far, in a sentence. Missing: nothing was ever said, and Esc is a no. */
  readonly now?: string;
}

/** undefined: nothing is changed. */
export type FolderTrustResult = TrustLevel | undefined;

export const folderTrustDialog = (props: FolderTrustProps): Dialog<FolderTrustResult> => ({
  name: 'folder-trust',
  render: (done) => (
    <ChoiceDialog
      title="Do you trust this folder?"
      choices={trustChoices(props)}
      dismissed={props.now === undefined ? 'DO_NOT_TRUST' : undefined}
      body={(look) => trustLines(props, look)}
      done={done}
    />
  ),
});

const ABOUT =
  'A trusted folder brings its own settings, instructions, commands, environment (.env) and MCP servers; its servers are still asked about one by one. Of a folder that is not trusted nothing of that counts, and no MCP server runs in it.';

const trustLines = (
  { folder, now }: FolderTrustProps,
  { style, width }: Parameters<ChoiceDialogProps<unknown>['body']>[0],
): string[] => [
  ...wrapped(printableText(folder), width).map(style.bold),
  ...(now === undefined ? [] : wrapped(now, width)),
  '',
  ...wrapped(ABOUT, width),
];

function trustChoices({ folder, now }: FolderTrustProps): readonly Choice<FolderTrustResult>[] {
  const parent = dirname(folder);
  const asksFirst = now === undefined;
  return [
    { label: 'Trust this folder', value: 'TRUST_FOLDER' },
    ...(parent === folder
      ? []
      : [{ label: `Trust ${printableText(parent)} and everything below it`, value: 'TRUST_PARENT' } as const]),
    { label: asksFirst ? "Don't trust it (Esc)" : "Don't trust it", value: 'DO_NOT_TRUST' },
    ...(asksFirst ? [] : [{ label: 'Leave it as it is (Esc)', value: undefined }]),
  ];
}
