/**
 * Unknown outcomes in the terminal: the count below the prompt, the question about a call that is held back, the reminder when
 * a conversation begins, and /outcomes.
 */
import { journalPlaces } from '@qwen-code/qwen-code-core/mcp/journal/places.js';
import type { AskFrozen } from '@qwen-code/qwen-code-core/mcp/reconcile/freeze-guard.js';
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { verdictGiven } from '../../outcomes/give-verdict.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { UiCommand } from '../commands/ui-command.js';
import { freezeDialog } from '../dialogs/freeze.js';
import type { UiScreen } from '../screen.js';
import { historyItems } from '../state/history-items.js';
import type { ItemContent } from '../state/view-state.js';
import { createOutcomeDesk, type OutcomeDesk } from './outcome-desk.js';
import { outcomesCommand } from './outcomes-command.js';
import { openHere, reminder, stillOpen } from './reminder.js';
import { watchOpen } from './watch-open.js';

export interface OutcomeSideOptions {
  readonly loaded: LoadedSettings;
  /** Absolute. */
  readonly cwd: string;
  readonly clock: Clock;
  readonly screen: Pick<UiScreen, 'store' | 'dialogs' | 'print'>;
  wired(): WiredRun;
}

/** What a conversation begins with on the screen. */
export interface Opening {
  readonly history: readonly ItemContent[];
  /** At most one item: what is still unknown. */
  readonly reminder: readonly ItemContent[];
}

export interface OutcomeSide {
  readonly command: UiCommand;
  readonly askFrozen: AskFrozen;
  /** Never rejects. */
  opening(session: Pick<Session, 'id' | 'history'>): Promise<Opening>;
  /** Brings the count up to date. Never rejects. */
  look(): Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

export function createOutcomeSide(options: OutcomeSideOptions): OutcomeSide {
  const { loaded, cwd, clock, screen, wired } = options;
  const { dir } = journalPlaces({ runtimeDir: loaded.runtimeDir, userDir: loaded.paths.userDir });
  const desk = createOutcomeDesk(options);
  let openIds: readonly string[] = [];
  const watch = watchOpen({
    dir,
    workspace: cwd,
    clock,
    own: (id) => wired().servers.ownCalls(id),
    onOpen: (calls) => {
      openIds = calls.map(({ id }) => id).reverse();
      screen.store.dispatch({ type: 'facts', facts: { openOutcomes: calls.length } });
    },
  });
  return {
    command: outcomesCommand({ desk, openIds: () => openIds }),
    askFrozen: askFrozen(desk, screen),
    opening: async ({ id, history }) => {
      const outcomes = await desk.read().catch(() => []);
      const open = openHere(outcomes, { cwd });
      const resumed = history.length > 0;
      return {
        history: historyItems(history, stillOpen(open, id)),
        reminder: reminder(open, { ...desk.onlooker(), session: id, resumed }),
      };
    },
    look: watch.look,
    close: async () => {
      watch.close();
      await desk.close();
    },
  };
}

/** A finding that can't be put on record leaves the question open. */
function askFrozen(desk: OutcomeDesk, { dialogs, print }: OutcomeSideOptions['screen']): AskFrozen {
  return async (record, signal) => {
    for (;;) {
      const dialog = freezeDialog({ record, onlooker: desk.onlooker() });
      const answer = (await dialogs.ask(dialog, { rank: 'question', signal })) ?? { kind: 'refuse' };
      if (answer.kind !== 'found') return answer.kind;
      try {
        const given = await desk.give(record.id, answer);
        if (given.kind === 'done') {
          print({ kind: 'notice', tone: 'info', text: verdictGiven(record.id, answer.verdict) });
          return ANSWERS[answer.verdict];
        }
        print({ kind: 'notice', tone: 'warning', text: given.shown });
      } catch (error) {
        print({ kind: 'notice', tone: 'error', text: shownText(error) });
      }
    }
  };
}

/** What becomes of the call that waits. */
const ANSWERS = { committed: 'done', not_committed: 'send', still_unknown: 'refuse' } as const;
