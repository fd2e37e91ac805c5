/** The play of the scripted model: for each row one call of the tool under test, and a look-up after it. */
import { callTools, plainText, say, type Script, type SeenRequest, type Turn } from '../model/scripted-model.js';
import { manualRetry, resultOfText } from './client-result.js';
import { lookupAgrees } from './external-state.js';
import type { LabTool } from './lab-case.js';
import { looksUpAfterwards, triesAgain } from './lab-runs.js';
import { toolName, type Row } from './qwen-row.js';
import { callArguments } from './server-plan.js';

export const FINAL_TEXT = 'Everything on the list was tried.';

/** One turn of the model, and what is done with what it is told afterwards. */
export interface Beat {
  readonly turn: Turn;
  begin(): void;
  told(text: string): Promise<void> | void;
}

export function scriptOf(beats: readonly Beat[]): Script {
  return async (request) => {
    const { turn = 0 } = request;
    await beats[turn - 1]?.told(lastToolText(request));
    const beat = beats[turn];
    beat?.begin();
    return beat?.turn ?? say(FINAL_TEXT);
  };
}

const lastToolText = ({ messages }: SeenRequest): string =>
  plainText(messages.findLast(({ role }) => role === 'tool')?.content);

export interface ScriptOptions {
  readonly binary: 'own' | 'other';
  /** Runs once the model was told of the row's call. */
  afterCall(row: Row): void;
}

/** Of another binary only the call itself is looked at. */
export function beatsOf(row: Row, options: ScriptOptions): readonly Beat[] {
  const call = callBeat(row, options);
  if (options.binary === 'other') return [call];
  return [
    call,
    ...(triesAgain(row.run) ? [retryBeat(row)] : []),
    ...(looksUpAfterwards(row.run) ? [lookupBeat(row)] : []),
  ];
}

function callBeat(row: Row, { binary, afterCall }: ScriptOptions): Beat {
  const { run, markers, hand, heard } = row;
  return {
    turn: callTools({ name: toolName(row), args: callArguments(run.case.tool, markers) }),
    begin: () => hand.begin(),
    told: async (text) => {
      heard.told = text;
      const answer = ANSWERS[run.case.tool];
      await hand.tell(resultOfText({ text, answer, toolError: toolErrorOf(run.case) }, binary));
      afterCall(row);
    },
  };
}

/** The model asks for the same again, word for word. */
function retryBeat(row: Row): Beat {
  const { run, markers, hand, host, heard } = row;
  const calls = (): number => host.counts(run.case.tool).invocations;
  let before = 0;
  return {
    turn: callTools({ name: toolName(row), args: callArguments(run.case.tool, markers) }),
    begin: () => {
      before = calls();
      hand.mark({ type: 'retry_made' });
    },
    told: (text) => {
      heard.retry = manualRetry(text, { before, now: calls() });
      hand.mark({ type: 'retry_told', retry: heard.retry });
    },
  };
}

function lookupBeat({ name, hand, host, heard }: Row): Beat {
  return {
    turn: callTools({ name: `mcp__${name}__lookup` }),
    begin: () => hand.mark({ type: 'lookup_made' }),
    told: (text) => {
      const answered = text.includes(ANSWERS.lookup);
      hand.mark({ type: 'lookup_told', answered });
      if (!answered) heard.lookup = 'failed';
      else heard.lookup = lookupAgrees(text, host.events()) ? 'agrees' : 'disagrees';
    },
  };
}

const ANSWERS: Readonly<Record<LabTool, string>> = {
  increment_then_drop: 'increment_then_drop done, ',
  set_status_then_drop: 'set_status_then_drop done, ',
  lookup: '"counter":',
};

/** The words of the tool's own error, where the case's server answers with one. */
function toolErrorOf({ faults }: Row['run']['case']): string | undefined {
  const error = faults.map(({ then }) => then).find(({ kind }) => kind === 'is-error' || kind === 'error');
  if (error?.kind === 'is-error') return error.text;
  return error?.kind === 'error' ? error.message : undefined;
}
