/** Puts an interactive session together: what it is about (settings, session, model, servers) and what shows it. */
import { gitBranch } from '@qwen-code/qwen-code-core/sessions/git-branch.js';
import type { Approver } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { SessionChoice, Session } from '@qwen-code/qwen-code-core/sessions/types.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { LoadedSettings } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { RunOptions } from '../args/parse-args.js';
import { debugLogOf } from '../headless/debug-log-of.js';
import type { ProcessOutput } from '../process/output.js';
import { loadRunSettings } from '../wire/load-run-settings.js';
import { withoutDisabled } from '../slash/all-commands.js';
import { disabledCommands } from '../wire/command-side.js';
import { openRunSession } from '../wire/open-run-session.js';
import { wireRun, type WiredRun } from '../wire/wire-run.js';
import { createActions } from './actions.js';
import type { Mounted } from './app/mount.js';
import { createUiApprover } from './approval/ui-approver.js';
import { ownEditor } from './approval/own-editor.js';
import { ruleFiles, writeRule } from './approval/write-rule.js';
import { authCommand } from './commands/auth.js';
import { UI_COMMANDS } from './commands/all-commands.js';
import { listedCommands } from './commands/listed-commands.js';
import type { UiCommandPorts } from './commands/ui-command.js';
import { createController, type Controller } from './controller.js';
import type { DualOutput } from './dual/dual-output.js';
import { dualOutputWhenAsked } from './dual/when-asked.js';
import { followTasks } from './follow-tasks.js';
import { createInputSide, startInput } from './input-side.js';
import { createOutcomeSide, type OutcomeSide } from './outcomes/outcome-side.js';
import type { UiScreen } from './screen.js';
import type { ReadyModel } from './setup/ready-model.js';
import { showWindowSigns } from './window-signs.js';
import { createSessionDesk, type SessionDesk } from './session-desk.js';
import { showSession, type Banner } from './show-session.js';
import { createServerQuestions } from './mcp/ask-servers.js';
import { followServers, serverFacts } from './mcp/follow-servers.js';

/** The screen stands by then, and no answer has come yet. */
const SETTLED_MS = 300;

export interface UiConversation {
  readonly screen: UiScreen;
  readonly wired: WiredRun;
  readonly sessions: SessionDesk;
  readonly outcomes: OutcomeSide;
  readonly dual: DualOutput;
  readonly ports: UiCommandPorts;
  readonly controller: Controller;
  readonly mounted: Mounted;
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
}

export interface ConversationParts extends ReadyModel {
  readonly options: RunOptions;
  readonly output: ProcessOutput;
  readonly place: Place;
  readonly screen: UiScreen;
}

/** Throws a QwenError when there is nothing to start; nothing is drawn then. */
export async function openConversation(parts: ConversationParts): Promise<UiConversation> {
  const { options, output, place, screen, loaded, choice } = parts;
  const drawing = import('./app/mount.js');
  const notices: string[] = [...loaded.warnings];
  let warn = (shown: string): void => void notices.push(shown);
  const open = (choice: SessionChoice, forkSession: boolean): Promise<Session> => {
    const flags = { session: choice, forkSession, chatRecording: options.chatRecording };
    return openRunSession({ flags, place, loaded, clock, warn: (shown) => warn(shown) });
  };
  const dual = await dualOutputWhenAsked(options, { clock, warn: (shown) => warn(shown) });
  const session = await open(firstChoice(options), options.forkSession && options.session.kind !== 'pick');
  notices.push(...session.notices);
  const debug = debugLogOf({ options, loaded, choice, sessionId: session.id, clock, output });
  const { store, dialogs, print } = screen;
  store.dispatch({ type: 'facts', facts: { model: choice.name } });
  const recorded = isRecorded(options, loaded);
  const { prompt, sent } = await startInput({ place, loaded, history: session.history, recorded });
  screen.prompt.dispatch(prompt);
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  warn = (shown): void => print({ kind: 'notice', tone: 'warning', text: shown });

  const reread = (): Promise<LoadedSettings> => loadRunSettings(options, place);
  const outcomes = createOutcomeSide({ loaded, cwd: place.cwd, clock, screen, wired: () => wired });
  const wired: WiredRun = await wireRun({
    flags: options,
    place,
    loaded,
    choice,
    sessionId: session.id,
    history: session.history,
    clock,
    debug,
    tell: (shown) => warn(shown),
    reread,
    asksAboutServers: true,
    approver: approverOf({
      ...{ place, loaded, screen, wired: () => wired },
      refresh: () => refresh(),
      stop: () => void controller.stop(),
    }),
    askFrozen: outcomes.askFrozen,
    overheard: (signal) => controller.overheard(signal),
    waitsForAgents: false,
  });
  const { hideBanner, hideTips } = loaded.settings.ui ?? {};
  const banner: Banner = (fresh) =>
    hideBanner === true ? [] : [{ kind: 'banner', facts: store.state().facts, tips: fresh && hideTips !== true }];
  const refresh = (): void => refreshFacts({ wired, screen, outcomes, cwd: place.cwd });
  const sessions = createSessionDesk(session, {
    ...{ recorded, loaded, cwd: place.cwd, clock, open },
    onBegin: async (next) => {
      await wired.desk.begin({ sessionId: next.id, history: next.history });
      const opening = await outcomes.opening(next);
      showSession({ session: next, opening, screen, banner });
    },
  });
  const serverQuestions = createServerQuestions({ desk: wired.servers, dialogs, print });
  const auth = authCommand({ options, loaded, reread });
  const commands = withoutDisabled([...UI_COMMANDS, outcomes.command, auth], disabledCommands(options, loaded));
  const ports: UiCommandPorts = {
    ...screen,
    ...{ wired, place, clock, sessions, serverQuestions },
    refresh,
    leave,
    listed: () => listedCommands(commands, wired.commands()),
  };
  const controller = createController({
    wired,
    session: dual.recorder(recorderOf(sessions), wired),
    clock,
    commands,
    ports,
  });
  refresh();
  banner(session.history.length === 0).forEach(print);
  const opening = await outcomes.opening(session);
  opening.history.forEach(print);
  parts.notices.forEach((notice) => print({ kind: 'notice', ...notice }));
  [...notices, ...wired.warnings].forEach(warn);
  opening.reminder.forEach(print);
  const input = createInputSide({ place, loaded, controller, ports, sent, lend: screen.lend });
  const { mount } = await drawing;
  if (session.history.length > 0) await screen.loadHighlight();
  screen.terminal.enter();
  const mounted = mount({
    ...screen,
    clock,
    completions: input.completions,
    actions: createActions({ ...screen, wired, controller, input: input.actions, ports, clock }),
  });
  clock.after(SETTLED_MS, () => void screen.loadHighlight());
  showWindowSigns(screen, loaded, clock);
  followTasks({ ...ports, wake: () => controller.wake() });
  followServers({ desk: wired.servers, store, questions: serverQuestions });
  dual.listen(controller);
  return { screen, wired, sessions, outcomes, dual, ports, controller, mounted, left };
}

interface ApproverParts extends Pick<ConversationParts, 'place' | 'loaded' | 'screen'> {
  wired(): WiredRun;
  refresh(): void;
  /** Ends the run. */
  stop(): void;
}

const approverOf = ({ place, loaded, screen, wired, refresh, stop }: ApproverParts): Approver =>
  createUiApprover({
    dialogs: screen.dialogs,
    store: screen.store,
    cwd: place.cwd,
    policy: () => wired().policy(),
    setMode: (mode) => {
      wired().setMode(mode);
      refresh();
    },
    remember: async (rule, scope) => {
      const file = writeRule(rule, scope, loaded.paths);
      await wired().reload();
      return file;
    },
    modeAfterPlan: () => wired().modeAfterPlan(),
    files: ruleFiles(place, loaded.paths),
    editFile: () => ownEditor({ place, wired: wired(), screen }),
    stop,
  });

/** One that is picked from a list is picked on the screen; until then there is a new one, and no file of it. */
const firstChoice = ({ session }: RunOptions): SessionChoice => (session.kind === 'pick' ? { kind: 'new' } : session);

const recorderOf = ({ current }: SessionDesk): Pick<Session, 'user' | 'event'> => ({
  user: (text, media) => current().user(text, media),
  event: (event, model) => current().event(event, model),
});

const isRecorded = ({ chatRecording }: RunOptions, { settings }: LoadedSettings): boolean =>
  chatRecording ?? settings.general.chatRecording;

interface RefreshParts {
  readonly wired: WiredRun;
  readonly screen: UiScreen;
  readonly outcomes: OutcomeSide;
  readonly cwd: string;
}

function refreshFacts({ wired, screen, outcomes, cwd }: RefreshParts): void {
  const { model, permissionMode } = wired.session();
  const facts = {
    model,
    mode: permissionMode,
    servers: serverFacts(wired.servers),
    branch: gitBranch(cwd),
    contextWindow: wired.contextWindow(),
  };
  screen.store.dispatch({ type: 'facts', facts });
  void outcomes.look();
}
