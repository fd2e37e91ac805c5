/**
 * Is a folder trusted? Pure matching of a path against the rules of trustedFolders.json.
 *
 * The deepest matching rule wins, and at equal depth distrust wins. A rule covers its directory and everything below.
 * Both the folder and the rules come with every form of their path (as written, and with symbolic links resolved).
 * Not decided here: whether the feature is on, and what a folder without a rule means.
 */
import { posix, win32 } from 'node:path';

export const TRUST_LEVELS = ['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST'] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

export interface TrustRule {
  readonly level: TrustLevel;
  /** Every form of the directory that the rule covers; for TRUST_PARENT that is the parent of the listed path. */
  readonly dirs: readonly string[];
}

export type FolderTrust = 'trusted' | 'untrusted' | 'unknown';

/** `folder` holds every form of the folder's path; `unknown` means that no rule covers it. */
export function folderTrust(
  folder: readonly string[],
  rules: readonly TrustRule[],
  platform: NodeJS.Platform,
): FolderTrust {
  const matches = rules.flatMap(({ level, dirs }) =>
    dirs
      .filter((dir) => folder.some((path) => covers(dir, path, platform)))
      .map((dir) => ({ level, depth: segments(dir, platform).length })),
  );
  const deepest = Math.max(...matches.map(({ depth }) => depth));
  const winners = matches.filter(({ depth }) => depth === deepest);
  if (winners.length === 0) return 'unknown';
  return winners.some(({ level }) => level === 'DO_NOT_TRUST') ? 'untrusted' : 'trusted';
}

function covers(dir: string, path: string, platform: NodeJS.Platform): boolean {
  const inside = segments(path, platform);
  return segments(dir, platform).every((segment, index) => segment === inside[index]);
}

function segments(path: string, platform: NodeJS.Platform): string[] {
  const { normalize, sep } = platform === 'win32' ? win32 : posix;
  const plain = platform === 'win32' ? normalize(path).toLowerCase() : normalize(path);
  return plain.split(sep).filter((segment) => segment !== '');
}
