/** A home, a project and settings for one spawned qwen, so that nothing of the machine's own reaches it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { journalPlaces } from '../../mcp/journal/places.js';
import { replaceFile } from '../../settings/replace-file.js';

export interface QwenHome {
  readonly root: string;
  readonly project: string;
  /** Its outcome journal. */
  readonly journalDir: string;
  /** In one step: a running qwen reads the old settings or the new ones. */
  writeSettings(settings: object): void;
  trustProject(isTrusted: boolean): void;
  /** The whole environment of the spawned process. */
  environment(modelUrl: string): Record<string, string>;
}

export async function createQwenHome(root: string): Promise<QwenHome> {
  const [home, project, temp] = [join(root, 'home'), join(root, 'project'), join(root, 'tmp')];
  const qwenDir = join(home, '.qwen');
  for (const folder of [qwenDir, project, temp]) await mkdir(folder, { recursive: true });
  const trustProject = (isTrusted: boolean): void => {
    const rules = { [project]: isTrusted ? 'TRUST_FOLDER' : 'DO_NOT_TRUST' };
    replaceFile(join(qwenDir, 'trustedFolders.json'), JSON.stringify(rules));
  };
  trustProject(true);
  return {
    root,
    project,
    journalDir: journalPlaces({ runtimeDir: qwenDir, userDir: qwenDir }).dir,
    writeSettings: (settings) => replaceFile(join(qwenDir, 'settings.json'), JSON.stringify(settings)),
    trustProject,
    environment: (modelUrl) => ({
      ...inherited(),
      HOME: home,
      USERPROFILE: home,
      TMPDIR: temp,
      NO_COLOR: '1',
      NO_BROWSER: '1',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
      QWEN_CODE_LEGACY_MCP_BLOCKING: '1',
      QWEN_CODE_SYSTEM_SETTINGS_PATH: join(root, 'system', 'settings.json'),
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: join(root, 'system', 'defaults.json'),
      OPENAI_API_KEY: 'not-a-key',
      OPENAI_BASE_URL: modelUrl,
      OPENAI_MODEL: 'scripted',
    }),
  };
}

/** What a program needs to start at all. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'SystemRoot', 'ComSpec', 'PATHEXT'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Under these every release behaves alike: each tool declared, no request and no memory of its own. */
export const comparableSettings = (servers: object): object => ({
  security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } },
  tools: { toolSearch: { enabled: false } },
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  mcpServers: servers,
});
