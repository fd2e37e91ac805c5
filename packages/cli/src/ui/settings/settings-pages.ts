/**
 * The pages of /settings: the everyday settings with their value and where it comes from, the values one can have, and the
 * file it goes into. A file that can't be understood is named and never written.
 */
import { DEFAULTS } from '@qwen-code/qwen-code-core/settings/defaults.js';
import { editSettingsFile } from '@qwen-code/qwen-code-core/settings/edit.js';
import { QwenError, shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { Choose, ListPage, MenuPage, MenuStep } from '../menu/menu-state.js';
import { oneLine } from '../render/one-line.js';
import { EVERYDAY, type EverydaySetting } from './everyday.js';
import { nameOfScope, valuesOf, writableFiles, type Files } from './settings-files.js';

export interface SettingsPorts {
  readonly files: Files;
  /** A file was written. */
  changed(): void;
}

export const settingsPage = (ports: SettingsPorts): ListPage<never> => ({
  kind: 'list',
  title: 'Settings',
  items: EVERYDAY.map((setting) => ({
    label: `${setting.label}: ${current(setting, ports.files)}`,
    details: [`${setting.path.join('.')} · ${origin(setting, ports.files)}`],
    group: setting.group,
    value: () => ({ kind: 'page', page: valuePage(setting, ports) }),
  })),
});

function current({ path }: EverydaySetting, files: Files): string {
  try {
    const [found] = valuesOf(files, path);
    return shown(found === undefined ? defaultOf(path) : found.value);
  } catch {
    return '?';
  }
}

/** Which file it comes from, or why nobody knows. */
function origin({ path }: EverydaySetting, files: Files): string {
  try {
    const [found] = valuesOf(files, path);
    return found === undefined ? 'default' : nameOfScope(found.scope);
  } catch (error) {
    return shownText(error);
  }
}

const defaultOf = (path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], DEFAULTS);

function shown(value: unknown): string {
  if (value === undefined || value === '') return 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function valuePage(setting: EverydaySetting, ports: SettingsPorts): MenuPage<never> {
  const { label, type, path } = setting;
  const head = [`${path.join('.')}, now ${current(setting, ports.files)} (${origin(setting, ports.files)})`];
  const into = (value: unknown): MenuStep<never> => ({ kind: 'page', page: filePage(setting, value, ports) });
  const choices = choicesOf(type);
  if (choices !== undefined) {
    return {
      ...{ kind: 'list', title: label, head },
      items: [
        ...choices.map(([name, value]) => ({ label: name, value: () => into(value) })),
        { label: 'Not set', value: () => into(undefined) },
      ],
    };
  }
  const [found] = valuesOf(ports.files, path);
  const text = found === undefined ? '' : typeof found.value === 'string' ? found.value : JSON.stringify(found.value);
  return {
    ...{ kind: 'text', title: label, text },
    head: [...head, 'Empty: not set.'],
    send: (typed) => into(typed === '' ? undefined : readValue(typed, type)),
  };
}

function choicesOf(type: EverydaySetting['type']): readonly (readonly [string, unknown])[] | undefined {
  if (type.kind === 'flag') return [['on', true] as const, ['off', false] as const];
  return type.kind === 'choice' ? type.choices.map((name) => [name, name] as const) : undefined;
}

/** Throws QwenError('usage'). */
export function readValue(typed: string, type: EverydaySetting['type']): unknown {
  if (type.kind !== 'number') return typed;
  const value = Number(typed);
  const fits = value >= type.least && value <= (type.most ?? Infinity) && (!type.whole || Number.isInteger(value));
  if (fits) return value;
  const most = type.most === undefined ? '' : ` and at most ${type.most}`;
  throw new QwenError('usage', `Give a ${type.whole ? 'whole ' : ''}number of at least ${type.least}${most}.`);
}

function filePage({ label, path }: EverydaySetting, value: unknown, ports: SettingsPorts): ListPage<never> {
  const write =
    (file: string): Choose<never> =>
    () => {
      editSettingsFile(file, path, value);
      ports.changed();
      const told = `${label}: ${shown(value)}, written to ${file}. What only a start can change counts from the next one.`;
      return { kind: 'again', page: settingsPage(ports), told };
    };
  return {
    kind: 'list',
    title: `${label}: ${shown(value)}`,
    items: writableFiles(ports.files).map((each) => ({
      label: each.label,
      details: [each.file],
      value: write(each.file),
    })),
  };
}
