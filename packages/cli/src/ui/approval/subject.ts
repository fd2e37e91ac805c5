/**
 * What a person is shown of a call before it is allowed: the command, the change of a file, the MCP tool with what its server
 * declares, or the arguments. Pure; everything is safe to print.
 */
import { printableJson, printableText } from '@qwen-code/qwen-code-core/shared/printable-text.js';
import type { ApprovalRequest } from '@qwen-code/qwen-code-core/scheduler/types.js';
import type { McpToolFacts, ToolArguments } from '@qwen-code/qwen-code-core/tools/types.js';
import type { DiffLine } from '../render/diff.js';
import { safeText } from '../render/safe-text.js';

export type ApprovalSubject =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly about: string;
      readonly directory: string;
      readonly background: boolean;
    }
  | { readonly kind: 'change'; readonly path: string; readonly preview: ChangePreview }
  | { readonly kind: 'mcp'; readonly server: string; readonly facts: McpToolFacts; readonly args: string }
  | { readonly kind: 'fetch'; readonly url: string; readonly about: string }
  | { readonly kind: 'other'; readonly title: string; readonly args: string };

export type ChangePreview =
  | { readonly kind: 'diff'; readonly lines: readonly DiffLine[]; readonly isNew: boolean }
  /** Why there is no diff; one sentence. */
  | { readonly kind: 'none'; readonly shown: string };

export function subjectOf(
  { tool, args }: Pick<ApprovalRequest, 'tool' | 'args'>,
  preview?: ChangePreview,
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
      directory: textOf(args, 'directory'),
      background: args['is_background'] === true,
    };
  }
  if (preview !== undefined) return { kind: 'change', path: textOf(args, 'file_path'), preview };
  if (tool.kind === 'fetch') return { kind: 'fetch', url: textOf(args, 'url'), about: textOf(args, 'prompt') };
  return { kind: 'other', title: safeText(tool.displayName), args: argumentsText(args) };
}

const NOTHING_KNOWN = {
  title: undefined,
  hints: undefined,
  replayClass: 'unknown',
  shutGates: [{ gate: 'unknown', why: 'nothing is known about it', opens: '' }],
} as const;

const textOf = (args: ToolArguments, name: string): string => {
  const value = args[name];
  return typeof value === 'string' ? safeText(value) : '';
};

const argumentsText = (args: ToolArguments): string => safeText(JSON.stringify(printableJson(args), undefined, 2));
