/**
 * ask_user_question: the model asks the user to choose. The approval itself is the question: whoever answers it puts the
 * answers beside the arguments. Asks nobody itself.
 */
import { errorResult, okResult } from '../results.js';
import type { Tool } from '../types.js';
import { answersOf, answersText, questionsOf } from './answers.js';

const NO_ANSWER = 'No answer was given. Go on without one if you can, or ask in your reply.';

export function createQuestionTool(): Tool {
  return {
    name: QUESTION_TOOL,
    displayName: 'AskUserQuestion',
    description:
      'Asks the user one to four questions, each with a few options to choose from; the user may also answer in their own ' +
      'words. Use it when you need a decision that only the user can make, not for what you can find out yourself.',
    parameters: PARAMETERS,
    kind: 'question',
    parallel: false,
    execute: async (args) => {
      const text = answersText(questionsOf(args), answersOf(args));
      return text === undefined ? errorResult(NO_ANSWER) : okResult(text);
    },
  };
}

export const QUESTION_TOOL = 'ask_user_question';

const OPTION = {
  type: 'object',
  properties: {
    label: { type: 'string', minLength: 1, description: 'The choice in a few words.' },
    description: { type: 'string', description: 'What it means, or what follows from it.' },
  },
  required: ['label'],
};

const QUESTION = {
  type: 'object',
  properties: {
    question: { type: 'string', minLength: 1, description: 'The whole question.' },
    header: { type: 'string', minLength: 1, description: 'What it is about, in a word or two.' },
    options: { type: 'array', minItems: 2, maxItems: 4, items: OPTION },
    multiSelect: { type: 'boolean', description: 'True when several options may be chosen.' },
  },
  required: ['question', 'header', 'options'],
};

const PARAMETERS = {
  type: 'object',
  properties: { questions: { type: 'array', minItems: 1, maxItems: 4, items: QUESTION } },
  required: ['questions'],
};
