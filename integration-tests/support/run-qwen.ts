/**
 * Runs the binary under test in a home of its own, against a scripted model, and collects what it said and how it ended.
 * Nothing of the machine's own settings, keys or sessions reaches it.
 */
import { execa, type ResultPromise } from 'execa';
import { hostCanary, type CanaryHost, type CanaryOptions } from '@qwen-code/qwen-code-core/testing/canary-host.js';
import { createTempHome, type TempHome } from '@qwen-code/qwen-code-core/testing/temp-home.js';
import {
  createScriptedModel,
  type Script,
  type ScriptedModel,
  type ScriptedModelOptions,
} from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { qwenCommand } from './binary.js';

export interface QwenOptions {
  /** Default `['-p', 'go', '--yolo']`. */
  readonly args?: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Leave out for commands that need no model. */
  readonly model?: ScriptedModel;
}

export interface QwenResult {
  /** undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningQwen {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  readonly done: Promise<QwenResult>;
}

export function startQwen(home: TempHome, options: QwenOptions = {}): RunningQwen {
  const [program, ...leading] = qwenCommand();
  const args = [...leading, ...(options.args ?? ['-p', 'go', '--yolo'])];
  const child = execa(program, args, {
    cwd: options.cwd ?? home.project,
    env: qwenEnvironment(home, options),
    extendEnv: false,
    input: options.input ?? '',
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { pid: child.pid ?? 0, kill: (signal) => void child.kill(signal), done: ended(child) };
}

async function ended(child: ResultPromise): Promise<QwenResult> {
  const { exitCode, signal, stdout, stderr } = await child;
  return { exitCode, signal, stdout: String(stdout), stderr: String(stderr) };
}

export const runQwen = (home: TempHome, options: QwenOptions = {}): Promise<QwenResult> =>
  startQwen(home, options).done;

/** What a run of its own sees of the machine. */
export function qwenEnvironment(
  home: TempHome,
  { env, model }: Pick<QwenOptions, 'env' | 'model'>,
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home.home,
    USERPROFILE: home.home,
    NO_COLOR: '1',
    NO_BROWSER: '1',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    QWEN_CODE_LEGACY_MCP_BLOCKING: '1',
    QWEN_CODE_SYSTEM_SETTINGS_PATH: `${home.root}/system/settings.json`,
    QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${home.root}/system/defaults.json`,
    ...(model === undefined
      ? {}
      : { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' }),
    ...env,
  };
}

/** User settings under which any release behaves alike: every tool declared, no request of its own, no memory, bare prompts. */
export const baseSettings = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  security: { auth: { selectedType: 'openai' } },
  model: { skipStartupContext: true },
  tools: { toolSearch: { enabled: false } },
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  ...more,
});

/** The JSON objects of a stream-json run, in order. */
export const recordsOf = ({ stdout }: QwenResult): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Home, model and canaries of one test, ended together. */
export interface Stage {
  readonly home: TempHome;
  /** Starts (or replaces) the model of this stage. */
  play(script: Script, options?: ScriptedModelOptions): Promise<ScriptedModel>;
  canary(name: string, options: CanaryOptions): Promise<CanaryHost>;
  /** Writes user settings with these servers. */
  settle(servers: Readonly<Record<string, unknown>>, more?: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
}

export async function createStage(): Promise<Stage> {
  const home = await createTempHome();
  const endings: (() => Promise<void>)[] = [];
  return {
    home,
    play: async (script, options) => {
      const model = await createScriptedModel(script, options);
      endings.push(() => model.close());
      return model;
    },
    canary: async (name, options) => {
      const canary = await hostCanary(`${home.root}/canaries`, name, options);
      endings.push(() => canary.stop());
      return canary;
    },
    settle: (servers, more = {}) => home.writeUserSettings(baseSettings({ ...more, mcpServers: servers })),
    close: async () => {
      await Promise.all(endings.map((end) => end()));
      await home.remove();
    },
  };
}
