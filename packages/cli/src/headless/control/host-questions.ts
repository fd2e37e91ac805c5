/**
 * Asks the program that drives qwen: whether a call may run, and whether a call whose like has an unknown outcome is to be
 * sent again. No answer, a late one and an unclear one are a no.
 */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import type { AskFrozen } from '@qwen-code/qwen-code-core/mcp/reconcile/freeze-guard.js';
import type { Approver } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { answersOf } from '@qwen-code/qwen-code-core/tools/question/answers.js';
import { QUESTION_TOOL } from '@qwen-code/qwen-code-core/tools/question/question-tool.js';
import type { ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import { canUseToolRequest, suggestionsFor, type Question } from './control-records.js';
import type { HostAnswer, HostChannel } from './host-channel.js';
import { permissionAnswer, type PermissionAnswer } from './permission-answer.js';

export interface HostQuestionPorts {
  readonly channel: HostChannel;
  answerWithinMs(): number;
  /** The host itself said no to this call. `interrupt`: the turn is to end with it. */
  onRefused(callId: string, interrupt: boolean): void;
}

export interface HostQuestions {
  readonly approver: Approver;
  readonly askFrozen: AskFrozen;
}

export function createHostQuestions({ channel, answerWithinMs, onRefused }: HostQuestionPorts): HostQuestions {
  const ask = async (question: Question, signal: AbortSignal): Promise<PermissionAnswer> => {
    const limitMs = answerWithinMs();
    const answer = await channel.ask(canUseToolRequest(question), { signal, limitMs });
    return understood(answer, question, limitMs);
  };
  return {
    approver: async ({ callId, tool, args }, signal) => {
      // Answers are the user's to give: what the model wrote in their place is not shown, and never counts.
      const input = tool.kind === 'question' ? withoutAnswers(args) : args;
      const suggestions = suggestionsFor(tool);
      const answer = await ask({ toolName: tool.name, toolUseId: callId, input, suggestions }, signal);
      if (answer.kind === 'deny') {
        onRefused(callId, answer.interrupt);
        return { behavior: 'deny', shown: answer.shown };
      }
      const changed = answer.input ?? (tool.kind === 'question' ? input : undefined);
      return changed === undefined ? { behavior: 'allow' } : { behavior: 'allow', args: changed };
    },
    askFrozen: async (record, signal) => {
      const answer = await ask(frozenQuestion(record), signal);
      const chosen = answer.kind === 'allow' && answer.input !== undefined ? answersOf(answer.input)['0'] : undefined;
      return chosen === SEND ? 'send' : 'refuse';
    },
  };
}

const withoutAnswers = (args: ToolArguments): ToolArguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'answers'));

function understood(answer: HostAnswer, { toolName, input }: Question, limitMs: number): PermissionAnswer {
  const no = (why: string): PermissionAnswer => ({
    kind: 'deny',
    shown: `${toolName} was not run: ${why}`,
    interrupt: false,
  });
  switch (answer.kind) {
    case 'answer':
      return permissionAnswer(answer.response, { tool: toolName, input });
    case 'failed':
      return no('the program that drives qwen could not be asked about it.');
    case 'late':
      return no(`the program that drives qwen did not answer within ${limitMs / 1000} seconds.`);
    case 'cancelled':
      return no('the question about it was withdrawn.');
    case 'gone':
      return no('the program that drives qwen can no longer be asked about it.');
  }
}

const SEND = 'Send it again';

/**
 * A question to a person, never a plain permission: a program that allows every call without looking must not lift a
 * freeze by that, so only the answer itself counts.
 */
function frozenQuestion({ id, at, intent: { server, tool } }: Outcome): Question {
  const question =
    `A call of ${tool} on MCP server "${server}" at ${at} had no answer: it may have been done (record ${id}). ` +
    'The model wants to make the same call. Send it again?';
  const options = [
    { label: 'Do not send it', description: 'Find out first what became of the earlier call.' },
    { label: SEND, description: 'If the earlier call was done, this does it a second time.' },
  ];
  return {
    toolName: QUESTION_TOOL,
    toolUseId: id,
    input: {
      questions: [{ question, header: 'Unknown outcome', options, multiSelect: false }],
      unknown_outcome: { record_id: id, server, tool, at },
    },
    suggestions: [],
  };
}
