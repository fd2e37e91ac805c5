/** A transport for a plan. Nothing is started or sent yet: the SDK's `Client.connect` calls `start`. */
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { ServerAuth } from '../auth/stored-auth.js';
import type { TableReader } from '../../shared/process-table.js';
import type { RemotePlan, TransportPlan } from '../server-config.js';
import { patientFetch } from './patient-fetch.js';
import type { SdkHost } from './sdk.js';
import type { WatchedTransport } from './types.js';

export interface OpenOptions {
  /** The environment that a stdio server inherits. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly debug: DebugLog;
  /** The file of stored OAuth tokens; left out: remote servers get the headers of their entry alone. */
  readonly tokensFile?: string;
  /** How the ends of stdio servers look at the process table; see `shareProcessTable`. */
  readonly readTable?: TableReader;
  /** Missing: no program drives this run, and servers of such a program can't be reached. */
  readonly host?: SdkHost | undefined;
}

const NO_HOST: SdkHost = { send: () => Promise.reject(new Error('no host')), gone: AbortSignal.abort() };

export async function openTransport(plan: TransportPlan, options: OpenOptions): Promise<WatchedTransport> {
  switch (plan.kind) {
    case 'stdio':
      return (await import('./stdio.js')).createStdioTransport({ ...options, plan });
    case 'http':
      return (await import('./http.js')).createHttpTransport({
        ...options,
        plan,
        auth: await storedAuth(plan, options),
      });
    case 'sdk':
      return (await import('./sdk.js')).createSdkTransport({ ...options, plan, host: options.host ?? NO_HOST });
    case 'sse':
      return (await import('./sse.js')).createSseTransport({ ...options, plan, auth: await storedAuth(plan, options) });
  }
}

async function storedAuth(
  plan: RemotePlan,
  { tokensFile, clock, debug }: OpenOptions,
): Promise<ServerAuth | undefined> {
  if (tokensFile === undefined) return undefined;
  const { createStoredAuth } = await import('../auth/stored-auth.js');
  return createStoredAuth({
    file: tokensFile,
    serverName: plan.server,
    clientSecret: plan.clientSecret,
    fetch: patientFetch,
    clock,
    debug,
  });
}
