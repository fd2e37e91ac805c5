/**
 * mcpApprovals.json: what the user said about the MCP servers of a project, by project directory and server name.
 * An answer holds for exactly the entry it was given for; any change of the entry makes it a question again.
 * The file is replaced as a whole, is private to the user, and is never written over when it can't be understood.
 */
import { resolve } from 'node:path';
import {
  isJsonObject,
  ownValue,
  parseJsonObject,
  readJsonObject,
  readText,
  type JsonObject,
} from '../settings/read-json.js';
import { replaceFile } from '../settings/replace-file.js';
import type { Declaration } from '../settings/servers.js';
import { hashEntry } from './entry-hash.js';

/** `changed`: there is an answer, for another entry than the present one. It counts as none. */
export type Approval = 'approved' | 'rejected' | 'pending' | 'changed';

const WHAT = 'MCP approvals file';

/** The whole file, `{}` when missing. Throws QwenError('config'). */
export function readApprovals(file: string): JsonObject {
  return readJsonObject({ what: WHAT, file })?.value ?? {};
}

/** The answer for this entry in this project; anything but a matching record is none. */
export function approvalOf(approvals: JsonObject, cwd: string, name: string, declared: Declaration): Approval {
  const record = ownValue(ownValue(approvals, resolve(cwd)), name);
  const status = ownValue(record, 'status');
  if (status !== 'approved' && status !== 'rejected') return 'pending';
  return ownValue(record, 'hash') === hashEntry(declared) ? status : 'changed';
}

/** Looks answers up for one project; the file is read at the first question. Throws QwenError('config') then. */
export function createApprovalLookup(file: string, cwd: string): (name: string, declared: Declaration) => Approval {
  let approvals: JsonObject | undefined;
  return (name, declared) => approvalOf((approvals ??= readApprovals(file)), cwd, name, declared);
}

export interface Answer extends Declaration {
  readonly name: string;
  readonly status: 'approved' | 'rejected';
}

/** Records answers for one project and keeps everything else in the file. Throws QwenError('config'). */
export function recordApprovals(file: string, cwd: string, answers: readonly Answer[]): void {
  const label = { what: WHAT, file };
  const text = readText(label) ?? '';
  const { value } = parseJsonObject(text, label);
  const project = resolve(cwd);
  const before = ownValue(value, project);
  const records = answers.map((answer) => [answer.name, { hash: hashEntry(answer), status: answer.status }] as const);
  const after = { ...(isJsonObject(before) ? before : {}), ...Object.fromEntries(records) };
  replaceFile(file, `${JSON.stringify({ ...value, [project]: after }, null, 2)}\n`, { mode: 0o600 });
}
