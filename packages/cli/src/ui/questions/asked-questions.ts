/** The questions of one ask_user_question call as the terminal shows them, and the answers as the tool reads them. Pure. */
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { safeText } from '../render/safe-text.js';

export interface AskedOption {
  /** As the model wrote it: what the answer says. */
  readonly label: string;
  readonly shown: string;
  readonly about: string;
}

export interface AskedQuestion {
  readonly header: string;
  readonly text: string;
  readonly options: readonly AskedOption[];
  readonly several: boolean;
}

type Loose = Readonly<Record<string, unknown>>;

/** The arguments have been held against the schema of the tool already. */
export const askedQuestions = ({ questions }: ToolArguments): readonly AskedQuestion[] =>
  (questions as readonly Loose[]).map(({ question, header, options, multiSelect }) => ({
    header: printableText(String(header)),
    text: safeText(String(question)),
    options: (options as readonly Loose[]).map(({ label, description }) => ({
      label: String(label),
      shown: printableText(String(label)),
      about: typeof description === 'string' ? printableText(description) : '',
    })),
    several: multiSelect === true,
  }));

/** What was chosen for one question. */
export interface Chosen {
  /** Places among the options, in their order. */
  readonly picked: readonly number[];
  /** The person's own words; empty: none. */
  readonly other: string;
}

/** undefined: the question is not answered. `written` takes the labels as the model or as the screen has them. */
export function answerText(
  { options }: AskedQuestion,
  { picked, other }: Chosen,
  written: 'label' | 'shown' = 'label',
): string | undefined {
  const labels = picked.map((place) => options[place]?.[written] ?? '');
  const all = other === '' ? labels : [...labels, other];
  return all.length === 0 ? undefined : all.join(', ');
}

/** By the place of the question, as the tool reads them; a question without an answer is left out. */
export const answersOf = (
  questions: readonly AskedQuestion[],
  chosen: readonly Chosen[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    questions.flatMap((question, place) => {
      const text = answerText(question, chosen[place] ?? { picked: [], other: '' });
      return text === undefined ? [] : [[String(place), text]];
    }),
  );
