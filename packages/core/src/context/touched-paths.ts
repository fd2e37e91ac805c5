/** Which files a conversation has touched: the path arguments of its tool calls. Pure. */
import { isAbsolute, relative, sep } from 'node:path';
import type { Message } from '../models/types.js';

const PATH_ARGUMENTS = ['file_path', 'notebook_path', 'path'] as const;

/** Relative to `root`, with forward slashes; paths outside it are left out. */
export function touchedPaths(messages: readonly Message[], root: string): readonly string[] {
  const paths = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.flatMap(({ argumentsJson }) => pathsIn(argumentsJson)) : [],
  );
  return [...new Set(paths)]
    .filter((path) => isAbsolute(path))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => path !== '' && path !== '..' && !path.startsWith('../') && !isAbsolute(path));
}

function pathsIn(argumentsJson: string): string[] {
  try {
    const args = JSON.parse(argumentsJson) as Readonly<Record<string, unknown>> | null;
    return PATH_ARGUMENTS.map((name) => args?.[name]).filter((path) => typeof path === 'string');
  } catch {
    return [];
  }
}
