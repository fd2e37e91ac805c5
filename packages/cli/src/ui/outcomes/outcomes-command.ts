/** `/outcomes`: looks recorded calls over, takes what a person found, sends one again by their decision. */
import type { Outcome } from '@qwen-code/qwen-code-core/mcp/journal/outcome.js';
import { printableJson } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { verdictGiven } from '../../outcomes/give-verdict.js';
import { outcomeView } from '../../outcomes/outcome-view.js';
import { findOutcome } from '../../outcomes/select.js';
import { outcomeRows } from '../../outcomes/words.js';
import type { UiCommand, UiCommandPorts } from '../commands/ui-command.js';
import { outcomesDialog } from '../dialogs/outcomes.js';
import { retryDialog } from '../dialogs/retry.js';
import { callItems } from '../state/reduce-agent.js';
import type { OutcomeDesk } from './outcome-desk.js';
import { callName, nextNotes } from './outcome-words.js';
import { outcomeItems, outcomesAt, type OutcomesState, type Scope } from './pages.js';
import { firstStep, type Finding } from './reconcile-steps.js';
import { completeOutcomes, OUTCOMES_USAGE, typedOutcomes, type TypedOutcomes } from './typed-outcomes.js';

export interface OutcomesCommandOptions {
  readonly desk: OutcomeDesk;
  /** Records that are open now, for completion. */
  openIds(): readonly string[];
}

interface Asked extends Pick<UiCommandPorts, 'dialogs' | 'print' | 'refresh' | 'clock'> {
  readonly desk: OutcomeDesk;
  readonly signal: AbortSignal;
}

const NOT_TOLD = 'The model has not been told; say it in your next message if it matters.';
const EXPORTS = 'In a shell: qwen mcp outcomes export --format json|yaml|csv > FILE (with --here: this project alone).';

export const outcomesCommand = ({ desk, openIds }: OutcomesCommandOptions): UiCommand => ({
  name: 'outcomes',
  aliases: [],
  description: 'MCP calls whose outcome is unknown: look, say what you found, send again',
  usage: OUTCOMES_USAGE,
  anytime: true,
  complete: (args) => completeOutcomes(args, openIds()),
  run: (args, ports, signal) => carryOut(typedOutcomes(args), { ...ports, desk, signal }),
});

async function carryOut(typed: TypedOutcomes, asked: Asked): Promise<void> {
  switch (typed.kind) {
    case 'wrong':
      throw new QwenError('usage', typed.shown);
    case 'export':
      return asked.print({ kind: 'notice', tone: 'info', text: EXPORTS });
    case 'list':
      return overview(typed.scope, asked);
    case 'show':
      return printRecord(await found(typed.id, asked), asked);
    case 'retry':
      return retry(await found(typed.id, asked), asked);
    case 'reconcile': {
      const { id } = await found(typed.id, asked);
      return browse(outcomesAt({ kind: 'reconcile', id, step: firstStep(typed.finding) }), asked);
    }
  }
}

/** By its id, which may be cut short. Throws QwenError('usage') when that names none or several. */
async function found(id: string, { desk }: Asked): Promise<Outcome> {
  const outcome = findOutcome(await desk.read(), id);
  if (typeof outcome !== 'string') return outcome;
  const why = outcome === 'none' ? 'There is no record' : 'There is more than one record';
  throw new QwenError('usage', `${why} ${id}; /outcomes all lists them.`);
}

/** Where nothing is open, a sentence is enough. */
async function overview(scope: Scope, asked: Asked): Promise<void> {
  const facts = { outcomes: await asked.desk.read(), ...asked.desk.onlooker() };
  if (outcomeItems(facts, scope).length > 0) return browse(outcomesAt({ kind: 'list' }, scope), asked);
  const others = facts.outcomes.filter(({ state }) => state === 'unknown').length;
  const elsewhere = others === 0 ? '' : ` In other projects ${others === 1 ? 'one is' : `${others} are`} open.`;
  const none =
    scope === 'open'
      ? 'No call of this project has an unknown outcome.'
      : 'No call of this project is on record: calls that must not be repeated are, before they leave.';
  asked.print({ kind: 'notice', tone: 'info', text: `${none}${elsewhere}` });
}

/** Until it is closed, or nothing is left to be judged. */
async function browse(start: OutcomesState, asked: Asked): Promise<void> {
  const { desk, dialogs, signal } = asked;
  const facts = { outcomes: await desk.read(), ...desk.onlooker() };
  const result = await dialogs.ask(outcomesDialog({ facts, start }), { signal });
  const outcome = facts.outcomes.find(({ id }) => result !== undefined && 'id' in result && id === result.id);
  if (result === undefined || outcome === undefined) return;
  if (result.kind === 'print') return printRecord(outcome, asked);
  if (result.kind === 'retry') return retry(outcome, asked);
  if (result.kind !== 'found') return;
  await giveFinding(outcome, result, asked);
  const left = outcomeItems({ outcomes: await desk.read(), ...desk.onlooker() }, 'open').length;
  if (left > 0) await browse(outcomesAt({ kind: 'list' }), asked);
}

async function giveFinding(
  { id }: Pick<Outcome, 'id'>,
  finding: Finding,
  { desk, print, refresh }: Asked,
): Promise<void> {
  const given = await desk.give(id, finding);
  refresh();
  if (given.kind !== 'done') throw new QwenError('usage', given.shown);
  print({ kind: 'notice', tone: 'info', text: `${verdictGiven(id, finding.verdict)} ${NOT_TOLD}` });
}

function printRecord(outcome: Outcome, { print }: Asked): void {
  print({
    kind: 'facts',
    title: callName(outcome),
    facts: outcomeRows(outcomeView(outcome)),
    notes: ['', ...nextNotes(outcome)],
  });
}

async function retry(outcome: Outcome, { desk, dialogs, print, refresh, clock, signal }: Asked): Promise<void> {
  const { id, state } = outcome;
  if (state === 'unknown') {
    throw new QwenError(
      'usage',
      `The outcome of ${id} is unknown; say first what became of it: /outcomes reconcile ${id}`,
    );
  }
  const call = await desk.retriable(outcome);
  if (typeof call === 'string') throw new QwenError('usage', call);
  const args = JSON.stringify(printableJson(call.args), undefined, 2);
  const yes = await dialogs.ask(retryDialog({ outcome, onlooker: desk.onlooker(), args }), { signal });
  if (yes !== true) return print({ kind: 'notice', tone: 'info', text: 'Nothing was sent.' });
  const startMs = clock.now();
  const result = await desk.send(outcome, call.args, signal);
  refresh();
  if (typeof result === 'string') throw new QwenError('usage', result);
  const atMs = clock.now();
  const asked = { id: outcome.intent.call_id, name: call.tool, argumentsJson: '' };
  callItems({ call: asked, args: call.args, result, denied: false, durationMs: atMs - startMs }, atMs).forEach(print);
  print({ kind: 'notice', tone: 'info', text: NOT_TOLD });
}
