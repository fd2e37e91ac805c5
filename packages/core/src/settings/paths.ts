/**
 * Where settings, trust and approval files live. Pure: the environment, home, working directory and platform are
 * parameters, and nothing is looked up on disk.
 *
 * These paths come from the real environment alone. A `.env` file or `settings.env` can't move them: otherwise a project
 * could point `qwen` at trust and approval files of its own.
 */
import { posix, win32, type PlatformPath } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** What a run knows of its surroundings. `env` is the environment of the process, `homeDir` and `cwd` are absolute. */
export interface Place {
  readonly env: Env;
  readonly homeDir: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/** The four files, from the lowest precedence to the highest. */
export const FILE_SCOPES = ['system-defaults', 'user', 'workspace', 'system'] as const;
export type FileScope = (typeof FILE_SCOPES)[number];

export interface SettingsPaths {
  /** `QWEN_HOME`, or `.qwen` in the home directory. */
  readonly userDir: string;
  readonly files: Readonly<Record<FileScope, string>>;
  readonly trustedFolders: string;
  readonly mcpApprovals: string;
  readonly mcpOauthTokens: string;
}

/** Variables that move the files above; only the real environment may set them. */
export const PATH_VARIABLES = [
  'QWEN_HOME',
  'QWEN_RUNTIME_DIR',
  'QWEN_CODE_SYSTEM_DEFAULTS_PATH',
  'QWEN_CODE_SYSTEM_SETTINGS_PATH',
  'QWEN_CODE_TRUSTED_FOLDERS_PATH',
  'QWEN_CODE_MCP_APPROVALS_PATH',
] as const;

export function settingsPaths(place: Place): SettingsPaths {
  const path = pathOf(place.platform);
  const from = (name: (typeof PATH_VARIABLES)[number], fallback: string): string =>
    absolute(place, place.env[name]) ?? fallback;
  const userDir = from('QWEN_HOME', path.join(place.homeDir, '.qwen'));
  const system = systemDir(place.platform);
  return {
    userDir,
    files: {
      'system-defaults': from('QWEN_CODE_SYSTEM_DEFAULTS_PATH', path.join(system, 'system-defaults.json')),
      user: path.join(userDir, 'settings.json'),
      workspace: path.join(place.cwd, '.qwen', 'settings.json'),
      system: from('QWEN_CODE_SYSTEM_SETTINGS_PATH', path.join(system, 'settings.json')),
    },
    trustedFolders: from('QWEN_CODE_TRUSTED_FOLDERS_PATH', path.join(userDir, 'trustedFolders.json')),
    mcpApprovals: from('QWEN_CODE_MCP_APPROVALS_PATH', path.join(userDir, 'mcpApprovals.json')),
    mcpOauthTokens: path.join(userDir, 'mcp-oauth-tokens.json'),
  };
}

/** The root of sessions, logs and other run-time data: `QWEN_RUNTIME_DIR`, the setting, or the user directory. */
export function runtimeDir(place: Place, runtimeOutputDir: string | undefined): string {
  return (
    absolute(place, place.env['QWEN_RUNTIME_DIR']) ?? absolute(place, runtimeOutputDir) ?? settingsPaths(place).userDir
  );
}

const pathOf = (platform: NodeJS.Platform): PlatformPath => (platform === 'win32' ? win32 : posix);

function systemDir(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'C:\\ProgramData\\qwen-code';
  return platform === 'darwin' ? '/Library/Application Support/QwenCode' : '/etc/qwen-code';
}

/** An absolute path for a setting; `~` is the home directory, an empty value counts as unset. */
function absolute({ homeDir, cwd, platform }: Place, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  const path = pathOf(platform);
  return path.resolve(
    cwd,
    value.replace(/^~(?=$|[\\/])/, () => homeDir),
  );
}
