/** The model asks a person to choose: one question after the other, and a look over all answers. Esc declines. */
import type { ReactElement } from 'react';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { LinesView } from '../components/lines-view.js';
import { framed, wrapped } from '../render/lines.js';
import type { AskedQuestion, Chosen } from '../questions/asked-questions.js';
import { questionHint, questionLines } from '../questions/question-lines.js';
import { firstState, questionKey, questionPaste } from '../questions/question-state.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogKeys, useDialogReady } from './dialog-host.js';

/** What was chosen, in the order of the questions; undefined: declined. */
export type QuestionResult = readonly Chosen[] | undefined;

export const questionDialog = (questions: readonly AskedQuestion[]): Dialog<QuestionResult> => ({
  name: 'question',
  render: (done) => <Question questions={questions} done={done} />,
});

/** Frame, hint, and what stands around the dialog. */
const AROUND_ROWS = 12;

function Question({
  questions,
  done,
}: {
  readonly questions: readonly AskedQuestion[];
  readonly done: (result: QuestionResult) => void;
}): ReactElement {
  const state = useCurrent(firstState(questions));
  const { style, width } = useLook();
  const { rows } = useScreenSize();
  const ready = useDialogReady();
  useDialogKeys(
    (id, text) => {
      const step = questionKey(questions, state.now(), { id, text });
      if (step?.kind === 'state') state.set(step.state);
      else if (step?.kind === 'sent') done(step.chosen);
      else if (step?.kind === 'declined') done(undefined);
    },
    (text) => state.set(questionPaste(state.now(), text)),
  );
  const inner = width - 4;
  const lines = [
    ...questionLines(questions, state.shown, { style, width: inner, maxLines: Math.max(6, rows - AROUND_ROWS) }),
    '',
    ...(ready ? wrapped(questionHint(questions, state.shown), inner).map(style.muted) : ['']),
  ];
  const [only] = questions;
  const title = questions.length === 1 && only !== undefined ? `Question: ${only.header}` : 'Questions';
  return <LinesView lines={framed(title, lines, { width, paint: style.accent })} />;
}
