/**
 * Is the workspace trusted? The feature switch, the rules and the host's own answer together.
 *
 * The switch is read from system and user settings only: a project can't turn it off. A switch that is not a boolean
 * counts as on. With the feature off every folder is trusted, and so is a folder without a rule: without a person to
 * ask, `qwen` trusts the folder it was started in.
 */
import { ownValue } from '../settings/read-json.js';
import { folderTrust } from './folder-trust.js';
import { pathForms, readTrustRules } from './store.js';

export interface WorkspaceTrustFacts {
  /** Raw user and system settings, undefined where the file is missing. */
  readonly user: unknown;
  readonly system: unknown;
  readonly trustedFolders: string;
  readonly platform: NodeJS.Platform;
  /** An editor's or host's answer; it beats the file. */
  readonly override?: boolean | undefined;
}

/** Tells for any directory whether it is trusted. Throws QwenError('config') when the rules can't be read. */
export function createFolderCheck(facts: WorkspaceTrustFacts): (dir: string) => boolean {
  const { override } = facts;
  if (override !== undefined) return () => override;
  if (!isFolderTrustOn(facts)) return () => true;
  const rules = readTrustRules(facts.trustedFolders);
  return (dir) => folderTrust(pathForms(dir), rules, facts.platform) !== 'untrusted';
}

/** By the switch in user and system settings. */
export function isFolderTrustOn({ user, system }: Pick<WorkspaceTrustFacts, 'user' | 'system'>): boolean {
  const switchOf = (settings: unknown): unknown =>
    ownValue(ownValue(ownValue(settings, 'security'), 'folderTrust'), 'enabled');
  return (switchOf(system) ?? switchOf(user) ?? false) !== false;
}
