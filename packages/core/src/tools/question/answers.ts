/** The questions of one ask_user_question call, and how the answers to them are told to the model. Pure. */
import type { ToolArguments } from '../types.js';

/** The questions as they are asked, in their order. */
export function questionsOf({ questions }: ToolArguments): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return entries.map((entry) => String((entry as { question?: unknown } | null)?.question));
}

/**
 * Answers by the question's index, written as text: the label of an option, several of them with commas between, or the
 * user's own words.
 */
export type Answers = Readonly<Record<string, string>>;

/** The answers that whoever was asked put beside the questions; those of another type are left out. */
export function answersOf(args: ToolArguments): Answers {
  const given = args['answers'];
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

/** Undefined when no question was answered. */
export function answersText(questions: readonly string[], answers: Answers): string | undefined {
  const told = questions.map((question, index) => ({ question, answer: answers[String(index)] }));
  if (told.every(({ answer }) => answer === undefined)) return undefined;
  const lines = told.map(({ question, answer }) => `${question}\n${answer === undefined ? '(no answer)' : answer}`);
  return ['The user answered:', ...lines].join('\n\n');
}
