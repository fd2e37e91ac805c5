import { APPROVAL_MODES, type ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { editSettingsFile } from '@qwen-code/qwen-code-core/settings/edit.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { menuDialog } from '../menu/menu.js';
import type { Choose, ListPage } from '../menu/menu-state.js';
import { MODE_NAMES } from '../render/footer-lines.js';
import { writableFiles, type WritableFile } from '../settings/settings-files.js';
import type { UiCommand } from './ui-command.js';

export const approvalMode: UiCommand = {
  name: 'approval-mode',
  aliases: [],
  description: 'Which tool calls run without asking',
  usage: `[${APPROVAL_MODES.join('|')}]`,
  anytime: true,
  run: async (args, { wired, print, refresh, dialogs }, signal) => {
    const ports: ModePorts = {
      current: wired.session().permissionMode,
      files: writableFiles(wired.desk.settings()),
      use: (mode) => wired.setMode(mode),
    };
    const done =
      args === '' ? await dialogs.ask(menuDialog('approval-mode', modePage(ports)), { signal }) : useNamed(args, ports);
    if (done === undefined) return;
    refresh();
    const where = done.file === undefined ? 'for this session' : `also for new sessions, written to ${done.file}`;
    print({ kind: 'notice', tone: 'info', text: `Approval mode: ${MODE_NAMES[done.mode] ?? done.mode}, ${where}.` });
  },
};

export interface ModePorts {
  readonly current: string;
  readonly files: readonly WritableFile[];
  /** Throws QwenError('usage') for one that this folder does not get. */
  use(mode: ApprovalMode): void;
}

interface Done {
  readonly mode: ApprovalMode;
  /** undefined: nothing was written. */
  readonly file: string | undefined;
}

function useNamed(name: string, { use }: ModePorts): Done {
  const mode = APPROVAL_MODES.find((each) => each === name);
  if (mode === undefined) {
    throw new QwenError('usage', `There is no approval mode "${name}"; there are ${APPROVAL_MODES.join(', ')}.`);
  }
  use(mode);
  return { mode, file: undefined };
}

const ABOUT: Readonly<Record<ApprovalMode, string>> = {
  plan: 'Only tools that read run, until you agree to a plan',
  default: 'Asks before edits, commands and MCP calls',
  'auto-edit': 'Edits run; commands and MCP calls are asked about',
  auto: 'A model judges what may run, and asks where it is not sure',
  yolo: 'Everything runs without asking',
};

export const modePage = (ports: ModePorts): ListPage<Done> => ({
  kind: 'list',
  title: 'Approval mode',
  selected: Math.max(
    0,
    APPROVAL_MODES.findIndex((mode) => mode === ports.current),
  ),
  items: APPROVAL_MODES.map((mode) => ({
    label: `${MODE_NAMES[mode] ?? mode}${mode === ports.current ? ' (in use)' : ''}`,
    details: [ABOUT[mode]],
    value: () => ({ kind: 'page', page: scopePage(mode, ports) }),
  })),
});

function scopePage(mode: ApprovalMode, { files, use }: ModePorts): ListPage<Done> {
  const take =
    (file: string | undefined): Choose<Done> =>
    () => {
      use(mode);
      if (file !== undefined) editSettingsFile(file, ['tools', 'approvalMode'], mode);
      return { kind: 'done', result: { mode, file } };
    };
  // A project can't choose yolo for whoever opens it.
  const offered = files.filter(({ scope }) => scope === 'user' || mode !== 'yolo');
  return {
    kind: 'list',
    title: `Approval mode: ${MODE_NAMES[mode] ?? mode}`,
    items: [
      { label: 'For this session', value: take(undefined) },
      ...offered.map(({ label, file }) => ({ label, details: [file], value: take(file) })),
    ],
  };
}
