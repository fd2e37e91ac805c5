/**
 * Why a server could not be used, as one sentence for people. Pure.
 * Says what is wrong and, where there is one, what to do; never arguments, environment, paths of a URL, stderr or
 * anything else that the server said.
 */
import { reachByNodeCode } from '../loss/node-codes.js';
import type { TransportPlan } from '../server-config.js';

export interface FailedStart {
  readonly plan: TransportPlan;
  /** What it was asked for last. */
  readonly phase: 'initialize' | 'tools/list';
  /** Set when our own patience ended it. */
  readonly lateAfterMs?: number | undefined;
  /** How a stdio server's process ended by itself. */
  readonly exit?: { readonly exitCode: number | null; readonly signal: string | null } | undefined;
  /** The working directory of a stdio server is missing. */
  readonly noSuchDir?: boolean;
  /** What was seen, the most telling first: the transport's cause, then what was thrown. */
  readonly causes: readonly unknown[];
  /** The transport ended, or the exchange did. */
  readonly lost: boolean;
}

export interface Problem {
  readonly shown: string;
  /** It may go away without anybody changing a setting. */
  readonly mayPass: boolean;
}

const lasting = (shown: string): Problem => ({ shown, mayPass: false });
const passing = (shown: string): Problem => ({ shown, mayPass: true });

export function describeProblem(failed: FailedStart): Problem {
  const { plan, phase, lateAfterMs, lost, causes } = failed;
  if (lateAfterMs !== undefined) return passing(`It gave no answer to ${phase} within ${lateAfterMs} ms.`);
  if (plan.kind === 'sdk') return lasting('The program that drives qwen does not answer for it.');
  if (plan.kind === 'stdio') {
    const problem = processProblem(plan, failed);
    if (problem !== undefined) return problem;
  } else {
    const status = causes.map(httpStatus).find((each) => each !== undefined);
    if (status !== undefined) return statusProblem(status);
    if (causes.some((cause) => reachByNodeCode(cause) === 'unsent')) {
      return passing(`Could not connect to ${plan.url.origin}.`);
    }
  }
  if (lost) return passing(`It closed the connection before it answered ${phase}.`);
  const code = causes.map(jsonRpcCode).find((each) => each !== undefined);
  if (code !== undefined) return lasting(`It answered ${phase} with JSON-RPC error ${code}.`);
  return lasting(`It gave an answer to ${phase} that can't be used; run with --debug for details.`);
}

function processProblem(plan: Extract<TransportPlan, { kind: 'stdio' }>, failed: FailedStart): Problem | undefined {
  const { causes, exit, noSuchDir, phase } = failed;
  const codes = causes.map((cause) => (cause as { code?: unknown } | undefined)?.code);
  if (noSuchDir === true) return lasting(`Its working directory "${plan.cwd}" does not exist.`);
  if (codes.includes('ENOENT')) return lasting(`The command "${plan.command}" was not found.`);
  if (codes.includes('EACCES')) return lasting(`The command "${plan.command}" may not be executed.`);
  if (exit?.signal != null) return passing(`Its process was ended by ${exit.signal} before it answered ${phase}.`);
  if (exit?.exitCode != null)
    return passing(`Its process exited with code ${exit.exitCode} before it answered ${phase}.`);
  return undefined;
}

function statusProblem(status: number): Problem {
  if (status === 401 || status === 403) {
    return lasting(`It answered HTTP ${status}: it wants credentials; set them in "headers" of its mcpServers entry.`);
  }
  if (status === 404 || status === 405)
    return lasting(`It answered HTTP ${status}: no MCP endpoint is at this address.`);
  return { shown: `It answered HTTP ${status}.`, mayPass: status >= 500 || status === 429 || status === 408 };
}

/** The HTTP status that an error carries: `status`, or `code` as the SDK's transports spell it. */
function httpStatus(cause: unknown): number | undefined {
  const { status, code } = (cause ?? {}) as { status?: unknown; code?: unknown };
  return [status, code].find((each): each is number => typeof each === 'number' && each >= 100 && each < 600);
}

function jsonRpcCode(cause: unknown): number | undefined {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined;
}
