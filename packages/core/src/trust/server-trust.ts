/**
 * Is a server trusted, and is the workspace? Read afresh from the files at every check, so that a trust taken away
 * while a call runs counts at once. What can't be read or parsed is not trusted. Never throws.
 *
 * A project can't vouch for itself: `trust: true` in one of its own files counts only while the user's approval of exactly
 * that entry stands, and never against another word on `trust` for the same name in user or system settings.
 */
import { join } from 'node:path';
import { hasWorkspaceFile } from '../settings/layers.js';
import { settingsPaths, type Place } from '../settings/paths.js';
import { PROJECT_SERVERS_FILE } from '../settings/project-servers.js';
import { isJsonObject, ownValue, parseJsonObject, readText, type JsonObject } from '../settings/read-json.js';
import { declarationOf, isGated, type ConfiguredServer, type ServerScope } from '../settings/servers.js';
import { approvalOf } from './approvals.js';
import { createFolderCheck } from './workspace-trust.js';

export interface TrustReader {
  workspace(): boolean;
  /** False for a name that no file declares. */
  server(name: string): boolean;
}

export interface TrustReaderOptions extends Place {
  /**
   * What `loadSettings` gave: the values of the project's own files, because an approval is bound to them too, and the
   * servers of `--mcp-config` and of the driving program, whose trust counts because they are the operator's own words.
   */
  readonly loaded: {
    readonly fromProject: Readonly<Record<string, string>>;
    readonly servers: readonly ConfiguredServer[];
  };
  readonly trustOverride?: boolean | undefined;
}

/** Highest precedence first. */
const BY_PRECEDENCE = ['system', 'workspace', 'project', 'user', 'system-defaults'] as const;

const GIVEN: readonly ServerScope[] = ['command-line', 'sdk'];

export function createTrustReader(options: TrustReaderOptions): TrustReader {
  const paths = settingsPaths(options);
  const read = createFreshReader();
  const scopes = BY_PRECEDENCE.filter((scope) => scope !== 'workspace' || hasWorkspaceFile(options));

  const files = { ...paths.files, project: join(options.cwd, PROJECT_SERVERS_FILE) };

  const isApproved = (name: string, entry: JsonObject): boolean => {
    const declared = declarationOf(entry, 'project', options.loaded.fromProject);
    return approvalOf(read(paths.mcpApprovals) ?? {}, options.cwd, name, declared) === 'approved';
  };

  const isServerTrusted = (name: string): boolean => {
    const given = options.loaded.servers.find((server) => server.name === name && GIVEN.includes(server.scope));
    if (given !== undefined) return given.kind === 'ok' && given.entry.trust === true;
    let project: JsonObject | undefined;
    for (const scope of scopes) {
      const entry = ownValue(ownValue(read(files[scope]), 'mcpServers'), name);
      if (entry === undefined) continue;
      if (project !== undefined) {
        if ((ownValue(entry, 'trust') ?? true) !== true) return false;
      } else {
        if (!isJsonObject(entry) || ownValue(entry, 'trust') !== true) return false;
        if (!isGated(scope)) return true;
        project = entry;
      }
    }
    return project !== undefined && isApproved(name, project);
  };

  return {
    workspace: () =>
      falseOnError(() =>
        createFolderCheck({
          user: read(paths.files.user),
          system: read(paths.files.system),
          trustedFolders: paths.trustedFolders,
          platform: options.platform,
          override: options.trustOverride,
        })(options.cwd),
      ),
    server: (name) => falseOnError(() => isServerTrusted(name)),
  };
}

/** Reads the text at every call and parses only a text that differs from the last one. */
function createFreshReader(): (file: string) => JsonObject | undefined {
  const last = new Map<string, { readonly text: string; readonly value: JsonObject }>();
  return (file) => {
    const label = { what: 'File', file };
    const text = readText(label);
    if (text === undefined) return undefined;
    const known = last.get(file);
    if (known?.text === text) return known.value;
    const { value } = parseJsonObject(text, label);
    last.set(file, { text, value });
    return value;
  };
}

function falseOnError(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
