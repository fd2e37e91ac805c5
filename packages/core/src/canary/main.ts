/**
 * The canary program: `node canary.js PLAN.json`, or the plan's path in CANARY_PLAN. One server a process; its state
 * directory outlives it, so the next process is the next generation.
 */
import { mkdirSync } from 'node:fs';
import { systemClock } from '../shared/clock.js';
import { createCanary } from './canary.js';
import { listen } from './http-listen.js';
import { readPlan } from './plan.js';

async function main(): Promise<void> {
  const path = process.argv[2] ?? process.env['CANARY_PLAN'];
  if (path === undefined) throw new Error('Give the path of the plan as the argument or in CANARY_PLAN.');
  const plan = readPlan(path);
  mkdirSync(plan.stateDir, { recursive: true });
  if (plan.ignoreSigterm === true) process.on('SIGTERM', () => {});
  if (plan.ignoreSigint === true) process.on('SIGINT', () => {});
  const canary = createCanary(plan, systemClock);
  if (plan.transport === 'stdio') {
    const { serveStdio } = await import('./stdio-server.js');
    serveStdio(canary, systemClock);
  } else {
    if (plan.endsWithInput === true) process.stdin.on('end', () => process.exit(0)).resume();
    const { serveHttp } = await import('./http-server.js');
    const { serveSse } = await import('./sse-server.js');
    await listen(canary, plan.transport === 'http' ? serveHttp(canary, systemClock) : serveSse(canary, systemClock));
  }
}

await main();
