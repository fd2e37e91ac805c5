/** Puts an interactive session together: what it is about (settings, session, model, servers) and what shows it. */
import { gitBranch } from '@qwen-code/qwen-code-core/sessions/git-branch.js';
import type { Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { RunOptions } from '../args/parse-args.js';
import { debugLogOf } from '../headless/debug-log-of.js';
import type { ProcessOutput } from '../process/output.js';
import { thisPlace } from '../process/place.js';
import { VERSION } from '../version.js';
import { loadRunSettings } from '../wire/load-run-settings.js';
import { chooseModel } from '../wire/model-side.js';
import { openRunSession } from '../wire/open-run-session.js';
import { wireRun, type WiredRun } from '../wire/wire-run.js';
import { createActions } from './actions.js';
import type { Mounted } from './app/mount.js';
import { createUiApprover } from './approval/ui-approver.js';
import { writeRule } from './approval/write-rule.js';
import { UI_COMMANDS } from './commands/all-commands.js';
import type { UiCommandPorts } from './commands/ui-command.js';
import { completionSources } from './completion/sources.js';
import { createController, type Controller } from './controller.js';
import { freezeDialog } from './dialogs/freeze.js';
import { openOutcomes } from './open-outcomes.js';
import { createScreen, type UiScreen } from './screen.js';
import { historyItems, sentBefore } from './state/history-items.js';
import type { Facts } from './state/view-state.js';

export interface UiConversation {
  readonly screen: UiScreen;
  readonly wired: WiredRun;
  readonly session: Session;
  readonly controller: Controller;
  readonly mounted: Mounted;
  /** Whether the session can be gone on with. */
  readonly recorded: boolean;
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
}

/** Throws a QwenError when there is nothing to start; nothing is drawn then. */
export async function openConversation(options: RunOptions, output: ProcessOutput): Promise<UiConversation> {
  const drawing = import('./app/mount.js');
  const place = thisPlace();
  const loaded = await loadRunSettings(options, place);
  const choice = chooseModel(options, loaded);
  const notices: string[] = [...loaded.warnings];
  const session = await openRunSession({ flags: options, place, loaded, clock, warn: (shown) => notices.push(shown) });
  notices.push(...session.notices);
  const debug = debugLogOf({ options, loaded, choice, sessionId: session.id, clock, output });
  const screen = createScreen({
    loaded,
    facts: firstFacts(place.cwd, choice.name),
    sent: sentBefore(session.history),
    screenReader: options.screenReader || loaded.settings.ui?.accessibility?.screenReader === true,
  });
  const { store, dialogs, print } = screen;
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const warn = (shown: string): void => print({ kind: 'notice', tone: 'warning', text: shown });

  const wired: WiredRun = await wireRun({
    flags: options,
    place,
    loaded,
    choice,
    sessionId: session.id,
    history: session.history,
    clock,
    debug,
    tell: warn,
    reread: () => loadRunSettings(options, place),
    approver: createUiApprover({
      dialogs,
      store,
      cwd: place.cwd,
      policy: () => wired.policy(),
      setMode: (mode) => {
        wired.setMode(mode);
        refresh();
      },
      remember: async (rule, scope) => {
        const file = writeRule(rule, scope, loaded.paths);
        await wired.reload();
        return file;
      },
      stop: () => void controller.stop(),
    }),
    askFrozen: async (record, signal) =>
      (await dialogs.ask(freezeDialog(record), { rank: 'question', signal })) ?? 'refuse',
    overheard: (signal) => controller.overheard(signal),
    waitsForAgents: false,
  });
  const refresh = (): void => refreshFacts({ wired, screen, loaded, cwd: place.cwd });
  const ports: UiCommandPorts = {
    ...screen,
    wired,
    refresh,
    leave,
    listed: () => [...UI_COMMANDS, ...wired.commands()],
  };
  const controller = createController({ wired, session, clock, commands: UI_COMMANDS, ports });
  refresh();
  print({ kind: 'banner', facts: store.state().facts, tips: loaded.settings.ui?.hideTips !== true });
  historyItems(session.history).forEach(print);
  [...notices, ...wired.warnings].forEach(warn);
  const { mount } = await drawing;
  screen.terminal.enter();
  const mounted = mount({
    ...screen,
    clock,
    completions: completionSources({ commands: ports.listed }),
    actions: createActions({ ...screen, wired, controller, ports, clock }),
  });
  return { screen, wired, session, controller, mounted, left, recorded: isRecorded(options, loaded) };
}

const isRecorded = ({ chatRecording }: RunOptions, { settings }: LoadedSettings): boolean =>
  chatRecording ?? settings.general.chatRecording;

const firstFacts = (cwd: string, model: string): Facts => ({
  version: VERSION,
  cwd,
  branch: gitBranch(cwd),
  model,
  mode: 'default',
  servers: [],
  serversStarting: true,
  openOutcomes: 0,
  contextWindow: undefined,
});

interface RefreshParts {
  readonly wired: WiredRun;
  readonly screen: UiScreen;
  readonly loaded: LoadedSettings;
  readonly cwd: string;
}

function refreshFacts({ wired, screen, loaded, cwd }: RefreshParts): void {
  const { model, permissionMode, mcpServers } = wired.session();
  const facts = {
    model,
    mode: permissionMode,
    servers: mcpServers,
    branch: gitBranch(cwd),
    contextWindow: wired.contextWindow(),
  };
  screen.store.dispatch({ type: 'facts', facts });
  void openOutcomes(loaded, cwd).then((open) =>
    screen.store.dispatch({ type: 'facts', facts: { openOutcomes: open } }),
  );
}
