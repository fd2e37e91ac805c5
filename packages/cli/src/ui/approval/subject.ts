/**
 * What a person is shown of a call before it is allowed: the command, the change of a file, the MCP tool with what its server
 * declares, or the arguments. Pure; everything is safe to print.
 */
import { resolve } from 'node:path';
import { printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import { programName, type ShellUse } from '@qwen-code/qwen-code-core/scheduler/shell/shell-use.js';
import type { ApprovalRequest } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { McpToolFacts, ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import type { DiffLine } from '../render/diff.js';
import { visibleText } from '../render/visible-text.js';

export type ApprovalSubject =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly about: string;
      /** Where it starts, absolute. */
      readonly directory: string;
      readonly background: boolean;
      /** The programs of a line that runs more than one, as far as its text tells. */
      readonly programs: readonly string[];
      /** It may run more than that. */
      readonly unclear: boolean;
    }
  | { readonly kind: 'change'; readonly path: string; readonly preview: ChangePreview }
  | { readonly kind: 'mcp'; readonly server: string; readonly facts: McpToolFacts; readonly args: string }
  | { readonly kind: 'fetch'; readonly url: string; readonly about: string }
  | { readonly kind: 'other'; readonly title: string; readonly args: string };

export type ChangePreview =
  | {
      readonly kind: 'diff';
      readonly lines: readonly DiffLine[];
      readonly isNew: boolean;
      /** What the lines do not show, such as another encoding; a few words each. */
      readonly notes: readonly string[];
    }
  /** Why there is no diff; one sentence. */
  | { readonly kind: 'none'; readonly shown: string };

export interface SubjectFacts {
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly preview?: ChangePreview | undefined;
  readonly shell?: Pick<ShellUse, 'calls' | 'plain'> | undefined;
}

export function subjectOf(
  { tool, args }: Pick<ApprovalRequest, 'tool' | 'args'>,
  { cwd, preview, shell }: SubjectFacts,
): ApprovalSubject {
  const { server } = tool;
  if (server !== undefined) {
    const facts = server.about?.() ?? { ...NOTHING_KNOWN, tool: tool.displayName };
    const title = facts.title === undefined ? undefined : printableText(facts.title);
    return {
      kind: 'mcp',
      server: printableText(server.name),
      facts: { ...facts, tool: printableText(facts.tool), title },
      args: argumentsText(args),
    };
  }
  if (tool.kind === 'execute') {
    return {
      kind: 'command',
      command: textOf(args, 'command'),
      about: textOf(args, 'description'),
      directory: resolve(cwd, textOf(args, 'directory')),
      background: args['is_background'] === true,
      ...programsOf(shell),
    };
  }
  if (preview !== undefined) return { kind: 'change', path: textOf(args, 'file_path'), preview };
  if (tool.kind === 'fetch') return { kind: 'fetch', url: textOf(args, 'url'), about: textOf(args, 'prompt') };
  return { kind: 'other', title: printableText(tool.displayName), args: argumentsText(args) };
}

const NOTHING_KNOWN = {
  title: undefined,
  hints: undefined,
  replayClass: 'unknown',
  shutGates: [{ gate: 'unknown', why: 'nothing is known about it', opens: '' }],
} as const;

const textOf = (args: ToolArguments, name: string): string => {
  const value = args[name];
  return typeof value === 'string' ? visibleText(value) : '';
};

/** Below this all of them stand on one line. */
const SHORT_ARGUMENTS = 60;

function argumentsText(args: ToolArguments): string {
  const spaced = JSON.stringify(args, undefined, 1).replace(/\n */g, ' ');
  return visibleText(spaced.length <= SHORT_ARGUMENTS ? spaced : JSON.stringify(args, undefined, 2));
}

function programsOf(shell: SubjectFacts['shell']): { readonly programs: readonly string[]; readonly unclear: boolean } {
  if (shell === undefined) return { programs: [], unclear: false };
  const names = shell.calls.map((call) => visibleText(programName(call) ?? call.words[0]?.value ?? '').trim());
  const programs = [...new Set(names.filter((name) => name !== ''))];
  return { programs: programs.length > 1 ? programs : [], unclear: shell.plain === undefined };
}
