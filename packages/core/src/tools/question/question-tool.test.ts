import { expect, it } from 'vitest';
import { createSchemaChecker } from '../../shared/json-schema-check.js';
import { createToolContext } from '../../testing/tool-context.js';
import type { ToolArguments, ToolResult } from '../types.js';
import { createQuestionTool } from './question-tool.js';

const tool = createQuestionTool();
const which = {
  question: 'Which database?',
  header: 'Database',
  options: [{ label: 'SQLite', description: 'one file' }, { label: 'Postgres' }],
};
const when = { ...which, question: 'When?', header: 'Time', multiSelect: true };
const questions = [which, when];

it.each<[string, unknown, ToolResult]>([
  [
    'all answered',
    { 0: 'SQLite', 1: 'today, or tomorrow' },
    {
      status: 'ok',
      text: 'The user answered:\n\nWhich database?\nSQLite\n\nWhen?\ntoday, or tomorrow',
    },
  ],
  [
    'one answered',
    { 1: 'SQLite' },
    { status: 'ok', text: 'The user answered:\n\nWhich database?\n(no answer)\n\nWhen?\nSQLite' },
  ],
  ...[undefined, {}, 'SQLite', { 0: 7 }, { 0: '' }, { 5: 'SQLite' }].map((answers): [string, unknown, ToolResult] => [
    `no answer in ${JSON.stringify(answers)}`,
    answers,
    { status: 'error', text: 'No answer was given. Go on without one if you can, or ask in your reply.' },
  ]),
])('%s', async (_name, answers, expected) => {
  expect(await tool.execute({ questions, answers }, createToolContext())).toEqual(expected);
});

it.each<[string, ToolArguments, boolean]>([
  ['one question', { questions: [which] }, true],
  ['with the answers of whoever was asked', { questions, answers: { 0: 'SQLite' } }, true],
  ['no question', { questions: [] }, false],
  ['five questions', { questions: [which, which, which, which, which] }, false],
  ['no header', { questions: [{ question: 'x', options: which.options }] }, false],
  ['one option', { questions: [{ ...which, options: [{ label: 'a' }] }] }, false],
])('takes %s: %s', async (_name, args, fits) => {
  expect(await createSchemaChecker().check(tool.parameters, args)).toHaveLength(fits ? 0 : 1);
});
