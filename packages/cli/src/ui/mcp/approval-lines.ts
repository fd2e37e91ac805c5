/**
 * What a server of the project would do when it is started, in lines. Pure. The command and its arguments stand there whole;
 * of environment and headers only the names do, and of an address not what may be secret.
 */
import type { JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { withoutSecrets } from '../../wire/server-target.js';
import type { WaitingServer } from '../../wire/server-desk.js';
import { wrapped } from '../render/lines.js';
import { labelled, type PageLook } from './server-pages.js';

/** Fields that the lines tell of, and those that say nothing of what would run. */
const TOLD = ['command', 'args', 'cwd', 'env', 'httpUrl', 'url', 'headers', 'trust', 'type', 'description'];

export function serverApprovalLines(
  { name, file, changed, shown, fromProject = {} }: WaitingServer,
  { style, width }: PageLook,
): string[] {
  const row = (label: string, value: string | undefined, paint = same): string[] =>
    value === undefined || value === '' ? [] : labelled(label, printableText(value), { style, width, paint });
  const others = Object.keys(shown).filter((key) => !TOLD.includes(key));
  const filled = Object.keys(fromProject);
  return [
    ...(changed ? [...wrapped(CHANGED, width).map(style.warning), ''] : []),
    ...row('Server', name, style.bold),
    ...row('From', file),
    ...row('Runs', commandLine(shown), style.bold),
    ...row('In', textOf(shown['cwd'])),
    ...row('Calls', address(shown), style.bold),
    ...row('Env', namesOf(shown['env'])),
    ...row('Headers', namesOf(shown['headers'])),
    ...row('Also', others.join(', ')),
    ...row('Filled', filled.length === 0 ? undefined : `${filled.join(', ')}, from the project's own files`),
    ...(shown['trust'] === true ? row('Trust', TRUST, style.warning) : []),
    '',
    ...wrapped(BOUND, width).map(style.muted),
  ];
}

const same = (text: string): string => text;
const CHANGED = 'It has changed since you decided about it.';
const TRUST = 'it asks to be trusted: its calls would need no confirmation';
const BOUND = 'Your answer holds for exactly this configuration; any change of it asks again.';

function commandLine({ command, args }: JsonObject): string | undefined {
  if (command === undefined) return undefined;
  return [command, ...(Array.isArray(args) ? args : [])].map(word).join(' ');
}

/** As a shell would want it, where it is not one plain word. */
function word(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w@%+=:,./$\\{}-]+$/.test(text) ? text : JSON.stringify(text);
}

function address({ httpUrl, url }: JsonObject): string | undefined {
  const text = textOf(httpUrl ?? url);
  return text === undefined ? undefined : withoutSecrets(text);
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

const namesOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : textOf(value);
