/** What a call goes to, as a record may hold it: no arguments, environment, credentials, query or fragment. Pure. */
import type { TransportPlan } from '../server-config.js';

export function redactedTarget(plan: TransportPlan): string {
  if (plan.kind === 'stdio') return plan.command.split(/[\\/]/).at(-1) ?? '';
  if (plan.kind === 'sdk') return plan.server;
  return `${plan.url.origin}${plan.url.pathname}`;
}
