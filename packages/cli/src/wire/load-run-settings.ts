/**
 * The settings of a run: flags decide how much of the files counts. Who asked for a sandbox gets none of this version, and is
 * told so instead of being run without it.
 */
import { loadSettings, type LoadedSettings, type LoadOptions } from '@qwen-code/qwen-code-core/settings/load.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { RunOptions } from '../args/parse-args.js';

type Flags = Pick<RunOptions, 'bare' | 'safeMode' | 'sandbox' | 'mcpConfig'>;

/** Throws QwenError 'config' | 'sandbox'. `hostServers`: those of the program that drives the run. */
export async function loadRunSettings(
  flags: Flags,
  place: Place,
  hostServers?: LoadOptions['hostServers'],
): Promise<LoadedSettings> {
  const loaded = await load(flags, place, hostServers);
  const asking = flags.sandbox === false ? undefined : asksForSandbox(loaded);
  if (asking !== undefined) throw new QwenError('sandbox', noSandbox(asking));
  return loaded;
}

async function load(
  { bare, safeMode, mcpConfig }: Flags,
  place: Place,
  hostServers: LoadOptions['hostServers'],
): Promise<LoadedSettings> {
  if (bare) return loadSettings({ ...place, uncustomised: 'bare' });
  if (!safeMode) return loadSettings({ ...place, mcpConfig, hostServers });
  const loaded = await loadSettings({ ...place, uncustomised: 'safe' });
  return { ...loaded, warnings: [SAFE_MODE, ...loaded.warnings] };
}

const SAFE_MODE =
  'Safe mode: settings, context files, MCP servers, skills and custom commands are left out; refusals and trust still count.';

/** What asks for one, by its name. */
function asksForSandbox({ settings, env }: LoadedSettings): string | undefined {
  const isOn = (value: unknown): boolean => ![undefined, false, '', '0', 'false'].includes(value as string);
  if (isOn(env['QWEN_SANDBOX'])) return 'QWEN_SANDBOX';
  return isOn(settings.tools.sandbox) ? 'tools.sandbox in the settings' : undefined;
}

const noSandbox = (asking: string): string =>
  `${asking} asks for a sandbox, and this version of qwen has none; --no-sandbox runs without one.`;
