/**
 * Says, once for each difference, that a server's tools are not what the team accepted: when it is there, and whenever
 * its list changes. Never holds up anything, changes nothing, and loads nothing in a project without an inventory file.
 */
import { existsSync } from 'node:fs';
import type { McpManager } from '@qwen-code/qwen-code-core/mcp/manager.js';
import type { DebugLog } from '@qwen-code/qwen-code-core/shared/debug-log.js';

export interface DriftWatch {
  readonly manager: Pick<McpManager, 'onChange' | 'tools'>;
  /** The team's inventory file; it may come, change or go meanwhile. */
  readonly file: string;
  /** One line for people. */
  tell(shown: string): void;
  readonly debug: DebugLog;
}

export function watchDrift({ manager, file, tell, debug }: DriftWatch): void {
  const told = new Map<string, string>();
  const say = (about: string, shown: string): void => {
    if (told.get(about) === shown) return;
    told.set(about, shown);
    if (shown === '') return;
    debug('mcp', shown);
    tell(shown);
  };
  const look = async (server: string): Promise<void> => {
    const { describeDrift } = await import('./describe-drift.js');
    const tools = manager.tools().flatMap(({ link, tool }) => (link.name === server ? [tool] : []));
    const { fileProblems, drift } = describeDrift(file, server, tools);
    for (const problem of fileProblems) say(problem, problem);
    say(`server ${server}`, drift ?? '');
  };
  manager.onChange(({ report }) => {
    if (report.state !== 'ready' || !existsSync(file)) return;
    look(report.name).catch((error: unknown) => debug('mcp', 'drift not looked at', error));
  });
}
