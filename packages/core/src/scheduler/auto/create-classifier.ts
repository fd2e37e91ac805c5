/**
 * Approval mode `auto`: asks the model about one call, in a request of its own without tools and without the conversation.
 * Fails closed: an error, a late answer or anything but the one JSON object that was asked for means `ask`.
 */
import { randomBytes } from 'node:crypto';
import type { Model, ModelRequest } from '../../models/types.js';
import type { Clock } from '../../shared/clock.js';
import { noDebugLog, type DebugLog } from '../../shared/debug-log.js';
import { printableText } from '../../shared/printable-text.js';
import type { Classify, Judgement } from '../types.js';
import { classifierMessages, type AutoModeHints } from './classifier-prompt.js';

export interface ClassifierOptions {
  readonly model: () => Model;
  /** What the user asked for last, in their own words. */
  readonly asked: () => string;
  readonly cwd: string;
  readonly hints: AutoModeHints;
  readonly clock: Clock;
  readonly debug?: DebugLog;
}

const TIME_LIMIT_MS = 30_000;
const MAX_ANSWER_CHARS = 4_000;
const MAX_REASON_CHARS = 200;

const ask = (reason: string): Judgement => ({ verdict: 'ask', reason });

export function createClassifier({ debug = noDebugLog, ...options }: ClassifierOptions): Classify {
  return async (request, signal) => {
    const mark = `data-${randomBytes(12).toString('hex')}`;
    const { cwd, hints } = options;
    const messages = classifierMessages({ request, asked: options.asked(), cwd, hints, mark });
    if (messages === undefined) return ask('The call is too big to be judged by the model.');
    const stop = new AbortController();
    const late = options.clock.after(TIME_LIMIT_MS, () => stop.abort());
    try {
      const limited = AbortSignal.any([signal, stop.signal]);
      const answer = await answerOf(options.model(), { messages, tools: [], signal: limited });
      return readJudgement(answer) ?? ask('The model gave no clear judgement.');
    } catch (error) {
      debug('auto', `${request.tool.name} could not be judged`, error);
      return ask('The model could not be asked about it.');
    } finally {
      late();
    }
  };
}

/** The text of a whole answer; undefined when it was cut, called a tool or is longer than a judgement can be. */
async function answerOf(model: Model, request: ModelRequest): Promise<string | undefined> {
  let text = '';
  let isWhole = false;
  for await (const event of model.stream(request)) {
    if (event.type === 'tool-call') return undefined;
    if (event.type === 'text') text += event.delta;
    if (text.length > MAX_ANSWER_CHARS) return undefined;
    if (event.type === 'finish') isWhole = event.reason !== 'length';
  }
  return isWhole ? text : undefined;
}

const VERDICTS = ['allow', 'ask', 'deny'] as const;

/** A whole answer in a block of code, as many models give it. */
const FENCED = /^\s*```(?:json)?\n([^`]*)\n```\s*$/;

/** One JSON object with a decision and, if at all, a reason; undefined for everything else. */
export function readJudgement(answer: string | undefined): Judgement | undefined {
  if (answer === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(FENCED.exec(answer)?.[1] ?? answer);
    // A key that is there twice says two things.
    if (answer.match(/"decision"\s*:/g)?.length !== 1) return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const { decision, reason = '', ...more } = value as Record<string, unknown>;
    const verdict = VERDICTS.find((known) => known === decision);
    if (verdict === undefined || typeof reason !== 'string' || Object.keys(more).length > 0) return undefined;
    return { verdict, reason: printableText(reason).slice(0, MAX_REASON_CHARS) };
  } catch {
    return undefined;
  }
}
