/** What the command line needs of the settings; everything else of this folder is its own business. */
export { loadSettings, type LoadedSettings, type LoadOptions } from './load.js';
export { editSettingsFile, readSettingsKey } from './edit.js';
export { runtimeDir, settingsPaths, type Env, type Place, type SettingsPaths } from './paths.js';
export type { ConfiguredServer, ServerScope } from './servers.js';
export type { SettingsSource } from './layers.js';
export type { Settings } from './schema.js';
export type { McpServerEntry } from './mcp-server-schema.js';
