/** Recorded calls: looks them over, and gives back what is to be done with one of them. */
import type { ReactElement } from 'react';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { shareRows } from '../app/rows.js';
import { LinesView } from '../components/lines-view.js';
import { outcomesLines } from '../outcomes/page-lines.js';
import { outcomesChange, type OutcomesFacts, type OutcomesResult, type OutcomesState } from '../outcomes/pages.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogInput, useDialogReady } from './dialog-host.js';

export interface OutcomesProps {
  readonly facts: OutcomesFacts;
  readonly start: OutcomesState;
}

export const outcomesDialog = (props: OutcomesProps): Dialog<OutcomesResult> => ({
  name: 'outcomes',
  render: (done) => <Outcomes {...props} done={done} />,
});

function Outcomes({ facts, start, done }: OutcomesProps & { done(result: OutcomesResult): void }): ReactElement {
  const state = useCurrent(start);
  const look = useLook();
  const rows = shareRows(useScreenSize().rows, true).dialog;
  const ready = useDialogReady();
  useDialogInput((event) => {
    const change = outcomesChange(state.now(), event, facts);
    if (change?.kind === 'state') state.set(change.state);
    else if (change !== undefined) done(change);
  });
  return <LinesView lines={outcomesLines(state.shown, facts, { ...look, rows, ready })} />;
}
