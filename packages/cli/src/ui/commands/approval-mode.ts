import { APPROVAL_MODES, type ApprovalMode } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { MODE_NAMES } from '../render/footer-lines.js';
import type { UiCommand } from './ui-command.js';

export const approvalMode: UiCommand = {
  name: 'approval-mode',
  aliases: [],
  description: 'Which tool calls run without asking, for this session',
  usage: `[${APPROVAL_MODES.join('|')}]`,
  anytime: true,
  run: (args, { wired, print, refresh }) => {
    if (args === '') {
      const now = wired.session().permissionMode;
      print({
        kind: 'notice',
        tone: 'info',
        text: `Approval mode: ${now} (${MODE_NAMES[now] ?? now}). There are ${APPROVAL_MODES.join(', ')}.`,
      });
      return;
    }
    if (!(APPROVAL_MODES as readonly string[]).includes(args)) {
      throw new QwenError('usage', `There is no approval mode "${args}"; there are ${APPROVAL_MODES.join(', ')}.`);
    }
    wired.setMode(args as ApprovalMode);
    refresh();
    print({ kind: 'notice', tone: 'info', text: `Approval mode: ${MODE_NAMES[args] ?? args}.` });
  },
};
