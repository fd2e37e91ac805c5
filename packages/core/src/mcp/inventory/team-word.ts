/**
 * What the team's own file says of one tool, read afresh at every question, so that a stricter word counts at once.
 * What can't be read counts as the strictest word: a misspelt restriction must not be none. Never throws.
 */
import { isJsonObject, ownValue, parseJsonObject, readText, type JsonObject } from '../../settings/read-json.js';
import { INVENTORY_FILE } from './inventory-path.js';
import { isReplayClass, type ReplayClass } from './replay-class.js';

/** The team's class of a tool; undefined when it says nothing of it. */
export type TeamReader = (server: string, tool: string) => ReplayClass | undefined;

export function createTeamReader(file: string): TeamReader {
  const label = { what: INVENTORY_FILE, file };
  let last: { readonly text: string; readonly root: JsonObject | 'unreadable' } | undefined;
  return (server, tool) => {
    try {
      const text = readText(label);
      if (text === undefined) return undefined;
      if (last?.text !== text) last = { text, root: 'unreadable' };
      if (last.root === 'unreadable') {
        const { value, refusedKeys } = parseJsonObject(text, label);
        if (refusedKeys.length > 0) return 'unknown';
        last = { text, root: value };
      }
      return teamWord(last.root, server, tool);
    } catch {
      return 'unknown';
    }
  };
}

/** Pure. A wrong type anywhere on the way to the word is the strictest word. */
export function teamWord(root: JsonObject | 'unreadable', server: string, tool: string): ReplayClass | undefined {
  let value: unknown = root;
  for (const key of ['servers', server, 'tools', tool, 'class']) {
    if (!isJsonObject(value)) return 'unknown';
    value = ownValue(value, key);
    if (value === undefined) return undefined;
  }
  return isReplayClass(value) ? value : 'unknown';
}
