/** The settings of a run: flags decide how much of the files counts. */
import { loadSettings, type LoadedSettings, type LoadOptions } from '@qwen-code/qwen-code-core/settings/load.js';
import type { Place } from '@qwen-code/qwen-code-core/settings/paths.js';
import type { RunOptions } from '../args/parse-args.js';

/** Throws QwenError('config'). `hostServers`: those of the program that drives the run. */
export async function loadRunSettings(
  flags: Pick<RunOptions, 'bare' | 'safeMode' | 'mcpConfig'>,
  place: Place,
  hostServers?: LoadOptions['hostServers'],
): Promise<LoadedSettings> {
  const { bare, safeMode, mcpConfig } = flags;
  if (bare) return loadSettings({ ...place, uncustomised: 'bare' });
  if (!safeMode) return loadSettings({ ...place, mcpConfig, hostServers });
  const loaded = await loadSettings({ ...place, uncustomised: 'safe' });
  return { ...loaded, warnings: [SAFE_MODE, ...loaded.warnings] };
}

const SAFE_MODE =
  'Safe mode: settings, context files, MCP servers, skills and custom commands are left out; refusals and trust still count.';
