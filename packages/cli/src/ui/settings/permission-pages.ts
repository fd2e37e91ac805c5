/**
 * The pages of /permissions: the rules by what they do, with where they come from, and the folders of the workspace. Adds and
 * removes rules in the files of the user and the project; what came from elsewhere is only shown.
 */
import { isRule } from '@qwen-code/qwen-code-core/scheduler/rule.js';
import type { PermissionRules } from '@qwen-code/qwen-code-core/scheduler/types.js';
import { editSettingsFile, readSettingsKey } from '@qwen-code/qwen-code-core/settings/edit.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import type { Choose, ListPage, MenuPage, MenuStep } from '../menu/menu-state.js';
import { oneLine } from '../render/one-line.js';
import { nameOfScope, valuesOf, writableFiles, type Files } from './settings-files.js';

export type RuleKind = keyof PermissionRules;

export interface PermissionPorts {
  readonly files: Files;
  /** Those that count and stand in no file: see foreignRules. */
  readonly foreign: PermissionRules;
  readonly trusted: boolean;
  directories(): readonly string[];
  /** The absolute path. Throws QwenError('usage'). */
  addDirectory(path: string): string;
  /** A file was written. */
  changed(): void;
}

const KINDS: readonly (readonly [RuleKind, string])[] = [
  ['deny', 'Never runs'],
  ['ask', 'Always asked about'],
  ['allow', 'Runs without asking'],
];

export const permissionsPage = (ports: PermissionPorts): ListPage<never> => ({
  kind: 'list',
  title: 'Permissions',
  head: [
    ports.trusted
      ? 'This folder is trusted. Deny beats ask beats allow.'
      : 'This folder is not trusted: rules of its own settings do not count.',
  ],
  items: [
    { label: 'Add a rule…', value: () => ({ kind: 'page', page: kindPage(ports) }) },
    { label: 'Add a folder to the workspace…', value: () => ({ kind: 'page', page: folderPage(ports) }) },
    ...KINDS.flatMap(([kind, group]) => ruleItems(kind, group, ports)),
    ...ports.directories().map((path, place) => ({
      label: oneLine(path),
      details: [place === 0 ? 'the working directory' : 'for edits and searches, for this session or by the settings'],
      group: 'Workspace',
      value: (): MenuStep<never> => {
        throw new QwenError('usage', 'Folders are taken out with context.includeDirectories, or end with the session.');
      },
    })),
  ],
});

interface Rule {
  readonly rule: string;
  readonly source: string;
  /** undefined: not to be changed here. */
  readonly file: string | undefined;
}

function rulesOf(kind: RuleKind, { files, foreign }: PermissionPorts): readonly Rule[] {
  const others = foreign[kind].map((rule) => ({ rule, source: 'command line or older settings', file: undefined }));
  return [...writtenRules(kind, files), ...others];
}

function writtenRules(kind: RuleKind, files: Files): readonly Rule[] {
  const writable = writableFiles(files);
  return valuesOf(files, ['permissions', kind]).flatMap(({ value, scope }) =>
    texts(value).map((rule): Rule => {
      const file = writable.find((each) => each.scope === scope)?.file;
      return { rule, source: nameOfScope(scope), file };
    }),
  );
}

/** Those of the rules that stand in no file: of flags, and of older keys. Throws QwenError('config'). */
export function foreignRules(rules: PermissionRules, files: Files): PermissionRules {
  const of = (kind: RuleKind): readonly string[] => {
    const written = writtenRules(kind, files);
    return rules[kind].filter((rule) => !written.some((each) => each.rule === rule));
  };
  return { allow: of('allow'), ask: of('ask'), deny: of('deny') };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const ruleItems = (kind: RuleKind, group: string, ports: PermissionPorts): readonly ListItem<Choose<never>>[] =>
  rulesOf(kind, ports).map((rule) => ({
    label: oneLine(rule.rule),
    details: [rule.source],
    group,
    value: () => ({ kind: 'page', page: rulePage(kind, rule, ports) }),
  }));

function rulePage(kind: RuleKind, { rule, file, source }: Rule, ports: PermissionPorts): ListPage<never> {
  const page = { kind: 'list' as const, title: oneLine(rule), head: [`${kind}, from ${source}`] };
  if (file === undefined) return { ...page, items: [], empty: 'It can only be changed where it comes from.' };
  const remove = (): MenuStep<never> => {
    write(file, kind, (rules) => rules.filter((each) => each !== rule));
    return again(ports, `Removed from ${file}.`);
  };
  return { ...page, items: [{ label: 'Remove it', details: [file], value: remove }] };
}

const kindPage = (ports: PermissionPorts): ListPage<never> => ({
  kind: 'list',
  title: 'What is the rule for?',
  items: KINDS.toReversed().map(([kind, label]) => ({
    label,
    details: [`permissions.${kind}`],
    value: () => ({ kind: 'page', page: textPage(kind, ports) }),
  })),
});

const textPage = (kind: RuleKind, ports: PermissionPorts): MenuPage<never> => ({
  kind: 'text',
  title: `Rule (${kind})`,
  head: ['A tool, or a tool and what of it: Bash(git *), Edit(/src/**), WebFetch(example.com), mcp__server__tool'],
  send: (rule) => {
    if (!isRule(rule)) throw new QwenError('usage', 'That is no rule: give a tool, or a tool with (what of it).');
    return { kind: 'page', page: filePage(kind, rule, ports) };
  },
});

const filePage = (kind: RuleKind, rule: string, ports: PermissionPorts): ListPage<never> => ({
  kind: 'list',
  title: `${oneLine(rule)} (${kind})`,
  items: writableFiles(ports.files).map(({ label, file }) => ({
    label,
    details: [file],
    value: () => {
      write(file, kind, (rules) => (rules.includes(rule) ? rules : [...rules, rule]));
      return again(ports, `Written to ${file}.`);
    },
  })),
});

const folderPage = (ports: PermissionPorts): MenuPage<never> => ({
  kind: 'text',
  title: 'Folder to add, for this session',
  send: (path) => again(ports, `Added ${ports.addDirectory(path)}.`),
});

function again(ports: PermissionPorts, told: string): MenuStep<never> {
  ports.changed();
  return { kind: 'again', page: permissionsPage(ports), told };
}

/** Throws QwenError('config') when the file can't be understood; it is as it was then. */
function write(file: string, kind: RuleKind, change: (rules: readonly unknown[]) => readonly unknown[]): void {
  const path = ['permissions', kind];
  const rules = readSettingsKey(file, path) ?? [];
  if (!Array.isArray(rules))
    throw new QwenError('config', `${file}: "${path.join('.')}" must be a list. Nothing was changed.`);
  editSettingsFile(file, path, change(rules));
}
