/** The question in front, or the review of all answers, as lines. Pure. */
import { fieldLines } from '../dialogs/text-field.js';
import { cut, hanging, wrapped } from '../render/lines.js';
import type { Style } from '../render/style.js';
import { answerText, type AskedQuestion } from './asked-questions.js';
import { isReviewed, type QuestionState } from './question-state.js';

export interface QuestionLook {
  readonly style: Style;
  readonly width: number;
  /** Lines there may be; what explains the options gives way first. */
  readonly maxLines: number;
}

const OTHER = 'Something else…';

export function questionLines(questions: readonly AskedQuestion[], state: QuestionState, look: QuestionLook): string[] {
  const question = questions[state.at];
  const tabs = isReviewed(questions) ? [...tabLines(questions, state, look), ''] : [];
  if (question === undefined) return [...tabs, ...reviewLines(questions, state, look)];
  const head = [...tabs, ...wrapped(question.text, look.width).map(look.style.bold), ''];
  const whole = [...head, ...optionLines(question, state, { ...look, about: 'all' })];
  return whole.length <= look.maxLines ? whole : [...head, ...optionLines(question, state, { ...look, about: 'one' })];
}

/** Which questions there are, which is in front (in brackets) and which are answered. */
function tabLines(questions: readonly AskedQuestion[], state: QuestionState, { style, width }: QuestionLook): string[] {
  const names = questions.map(({ header }, place) => {
    const done = answerText(questions[place] as AskedQuestion, state.chosen[place] ?? NOTHING) !== undefined;
    return `${done ? '✓ ' : ''}${cut(header, 20)}`;
  });
  const tabs = [...names, 'Review'].map((name, place) => (place === state.at ? style.bold(`[${name}]`) : ` ${name} `));
  return wrapped(tabs.join(' '), width);
}

const NOTHING = { picked: [], other: '' };

interface OptionLook extends QuestionLook {
  /** Whether every option is explained, or only the one under the cursor. */
  readonly about: 'all' | 'one';
}

function optionLines({ options, several }: AskedQuestion, state: QuestionState, look: OptionLook): string[] {
  const { style, width } = look;
  const cursor = state.cursors[state.at] ?? 0;
  const { picked, other } = state.chosen[state.at] ?? NOTHING;
  const row = (place: number, label: string, { ticked, about }: { ticked: boolean; about: string }): string[] => {
    const box = several ? (ticked ? '[x] ' : '[ ] ') : '';
    const isFront = place === cursor;
    const head = wrapped(`${place + 1}. ${box}${label}`, width - 2).map((line) => (isFront ? style.bold(line) : line));
    const explained = about !== '' && (look.about === 'all' || isFront);
    const below = explained ? wrapped(about, width - 5).map((line) => style.muted(`   ${line}`)) : [];
    return hanging(isFront ? '› ' : '  ', [...head, ...below], style.accent);
  };
  const field = state.field;
  return [
    ...options.flatMap(({ shown, about }, place) => row(place, shown, { ticked: picked.includes(place), about })),
    ...row(options.length, field === undefined && other !== '' ? other : OTHER, { ticked: other !== '', about: '' }),
    ...(field === undefined ? [] : fieldLines(field, { style, width: width - 5 }).map((line) => `     ${line}`)),
  ];
}

function reviewLines(questions: readonly AskedQuestion[], state: QuestionState, look: QuestionLook): string[] {
  const { style, width } = look;
  return questions.flatMap((question, place) => {
    const answer = answerText(question, state.chosen[place] ?? NOTHING, 'shown');
    return [
      ...wrapped(cut(question.text.replaceAll('\n', ' '), width * 2), width).map(style.muted),
      ...(answer === undefined
        ? [style.warning('  no answer')]
        : wrapped(answer, width - 2).map((line) => `  ${line}`)),
    ];
  });
}

/** What the keys do now. */
export function questionHint(questions: readonly AskedQuestion[], state: QuestionState): string {
  if (state.field !== undefined) return 'Enter takes the words, Esc goes back to the options';
  const question = questions[state.at];
  if (question === undefined) return 'Enter sends the answers, left goes back, Esc declines to answer';
  const move = isReviewed(questions) ? ', left and right turn the pages' : '';
  return question.several
    ? `Space or a digit ticks, Enter goes on${move}, Esc declines to answer`
    : `Up, down or a digit to choose, Enter to confirm${move}, Esc declines to answer`;
}
