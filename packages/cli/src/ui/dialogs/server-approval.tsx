/** May this MCP server of the project start? Shows what would run. Esc is a no; only Ctrl+C leaves the question open. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { WaitingServer } from '../../wire/server-desk.js';
import { serverApprovalLines } from '../mcp/approval-lines.js';
import { ChoiceDialog } from './choice-dialog.js';
import type { Choice } from './choice-list.js';
import type { Dialog } from './dialog-desk.js';

export interface ServerApprovalProps {
  readonly server: WaitingServer;
  /** Everything that waits, this one among it. */
  readonly waiting: readonly WaitingServer[];
}

/** Whom the answer is for, as they were shown. */
export interface ServerAnswer {
  readonly status: 'approved' | 'rejected';
  readonly servers: readonly WaitingServer[];
}

export const serverApprovalDialog = (props: ServerApprovalProps): Dialog<ServerAnswer> => ({
  name: 'server-approval',
  render: (done) => (
    <ChoiceDialog
      title="The project has an MCP server. Start it?"
      choices={serverChoices(props)}
      dismissed={{ status: 'rejected', servers: [props.server] }}
      hint="; Ctrl+C decides later"
      body={(look) => serverApprovalLines(props.server, look)}
      done={done}
    />
  ),
});

function serverChoices({ server, waiting }: ServerApprovalProps): readonly Choice<ServerAnswer>[] {
  const names = waiting.map(({ name }) => printableText(name)).join(', ');
  const all = { label: `Approve all ${waiting.length} that wait: ${names}`, servers: waiting };
  return [
    { label: 'Approve this server', value: { status: 'approved', servers: [server] } },
    ...(waiting.length < 2 ? [] : [{ label: all.label, value: { status: 'approved', servers: all.servers } as const }]),
    { label: 'Reject it (Esc)', value: { status: 'rejected', servers: [server] } },
  ];
}
