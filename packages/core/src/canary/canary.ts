/**
 * A canary server apart from its transport: it records every request in the ledger, does its one effect, and carries out
 * the fault that the plan names for it. How bytes are cut or sockets destroyed is the transport's business (Exchange).
 * Speaks MCP by hand: a fault of the MCP SDK must not be able to hide in both ends.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../shared/clock.js';
import { pickFault, type Action, type Fault } from './faults.js';
import { waitOut } from './gates.js';
import { claimGeneration, openLedger, type Ledger, type LedgerEvent } from './ledger.js';
import { ledgerPath, type CanaryPlan } from './plan.js';
import { answer } from './answers.js';
import { isRequest, notification, result, rpcError, type RpcMessage, type RpcRequest } from './rpc.js';

/** The kinds a transport carries out; the rest are settled here. */
export type WireAction = Exclude<
  Action,
  { kind: 'result' | 'error' | 'is-error' | 'wrong-id' | 'wedge' | 'exit' | 'kill' }
>;

/** One request's way back to the client. */
export interface Exchange {
  readonly session: string | undefined;
  /** The request will end in `action`, maybe after a pause: legacy SSE accepts it with a 202 now. */
  begin(action: Action): void;
  /** A message of the server that belongs to this request, before its reply. */
  notify(message: RpcMessage): void;
  /** Raw lines between the frames. */
  junk(lines: readonly string[]): void;
  /** Forgets every session. */
  forget(): void;
  /** Ends the request as `action` says; resolves once its bytes are handed to the system. */
  finish(action: WireAction, reply: RpcMessage): Promise<void>;
}

export interface Canary {
  readonly plan: CanaryPlan;
  readonly ledger: Ledger;
  readonly generation: number;
  receive(message: RpcMessage, exchange: Exchange): Promise<void>;
  /** Records an HTTP verb that carries no message, and says what the plan wants done with it. */
  arriveVerb(verb: 'GET' | 'DELETE', session: string | undefined, lastEventId?: string): Promise<Fault | undefined>;
}

interface Running {
  readonly plan: CanaryPlan;
  readonly ledger: Ledger;
  readonly clock: Clock;
  generation: number;
  wedged: boolean;
  /** Set while a request keeps the server from reading on. */
  busy: Promise<void> | undefined;
}

export function createCanary(plan: CanaryPlan, clock: Clock): Canary {
  const ledger = openLedger(ledgerPath(plan.stateDir));
  const generation = claimGeneration(ledger, 'process', randomUUID());
  const running: Running = { plan, ledger, clock, generation, wedged: false, busy: undefined };
  if (plan.stderr !== undefined) process.stderr.write(`${plan.stderr}\n`);
  return {
    plan,
    ledger,
    get generation() {
      return running.generation;
    },
    receive: (message, exchange) => receive(running, message, exchange),
    arriveVerb: async (verb, session, lastEventId) => {
      const nth = record(running, { method: verb, session, lastEventId });
      const fault = find(running, { method: verb, nthOfMethod: nth, nthOfTool: nth });
      if (fault !== undefined) noteFault(running, fault, { on: verb, nth });
      return fault;
    },
  };
}

async function receive(running: Running, message: RpcMessage, exchange: Exchange): Promise<void> {
  if (!isRequest(message)) {
    if (message.method !== undefined) noteNotification(running, message);
    return;
  }
  while (running.busy !== undefined) await running.busy;
  const isCall = message.method === 'tools/call';
  const tool = isCall ? String(message.params?.['name']) : undefined;
  const nth = isCall
    ? recordCall(running, message, exchange)
    : record(running, { method: message.method, session: exchange.session });
  if (running.wedged) return;
  const nthOfMethod = isCall ? running.ledger.events().filter((event) => event.event === 'call').length : nth;
  const fault = find(running, { method: message.method, tool, nthOfMethod, nthOfTool: nth });
  if (fault === undefined) return finish(running, exchange, { kind: 'reply' }, answer(running, message));
  const place = { on: message.method, tool, nth };
  // A refusal before the effect has nothing to answer with: the reply it may cut is one it never computed.
  const reply = fault.when === 'before-commit' ? result(message.id, {}) : answer(running, message);
  const done = carryOut(running, exchange, { fault, reply, message, place });
  if (fault.busy !== true && fault.then.kind !== 'wedge') return done;
  running.busy = done.finally(() => {
    running.busy = undefined;
  });
  return running.busy;
}

interface Place {
  readonly on: string;
  readonly tool?: string | undefined;
  readonly nth: number;
}

async function carryOut(
  running: Running,
  exchange: Exchange,
  { fault, reply, message, place }: { fault: Fault; reply: RpcMessage; message: RpcRequest; place: Place },
): Promise<void> {
  exchange.begin(fault.then);
  if (fault.pause !== undefined) await waitOut(fault.pause, running.plan.stateDir, running.clock);
  await sendBefore(running, exchange, fault, message);
  if (fault.forget === true) exchange.forget();
  if (fault.bump === true) running.generation = claimGeneration(running.ledger, 'bump', randomUUID());
  noteFault(running, fault, place);
  await finish(running, exchange, fault.then, reply);
}

async function sendBefore(running: Running, exchange: Exchange, fault: Fault, message: RpcRequest): Promise<void> {
  const meta = message.params?.['_meta'] as { progressToken?: unknown } | undefined;
  for (let progress = 1; progress <= (fault.progress ?? 0); progress += 1) {
    if (fault.progressEveryMs !== undefined) await running.clock.sleep(fault.progressEveryMs);
    if (meta?.progressToken === undefined) continue;
    const params = { progressToken: meta.progressToken, progress, total: fault.progress, message: `step ${progress}` };
    exchange.notify(notification('notifications/progress', params));
  }
  for (let sent = 0; sent < (fault.listChanged ?? 0); sent += 1) {
    exchange.notify(notification('notifications/tools/list_changed'));
  }
  if (fault.junk !== undefined) exchange.junk(fault.junk);
}

async function finish(running: Running, exchange: Exchange, action: Action, reply: RpcMessage): Promise<void> {
  const id = reply.id ?? 0;
  switch (action.kind) {
    case 'result':
      return exchange.finish({ kind: 'reply' }, result(id, action.result));
    case 'error':
      return exchange.finish({ kind: 'reply' }, rpcError(id, action.code, action.message, action.data));
    case 'is-error':
      return exchange.finish(
        { kind: 'reply' },
        result(id, { content: [{ type: 'text', text: action.text }], isError: true }),
      );
    case 'wrong-id':
      return exchange.finish({ kind: 'reply' }, { ...reply, id: 987_654_321 });
    case 'wedge':
      running.wedged = true;
      return;
    case 'exit':
      process.exit(action.code ?? 1);
      return;
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      return;
    default:
      return exchange.finish(action, reply);
  }
}

const find = (
  running: Running,
  arrival: { method: string; tool?: string | undefined; nthOfMethod: number; nthOfTool: number },
): Fault | undefined =>
  pickFault(running.plan.faults ?? [], { ...arrival, tool: arrival.tool, generation: running.generation });

/** Records a request and returns the how-manieth of its method it is. */
function record(
  { ledger, generation }: Running,
  { method, session, lastEventId }: { method: string; session?: string | undefined; lastEventId?: string | undefined },
): number {
  const nth = 1 + ledger.events().filter((event) => event.event === 'request' && event.method === method).length;
  ledger.append({ event: 'request', generation, method, nth, session, lastEventId });
  return nth;
}

function recordCall({ ledger, generation }: Running, message: RpcRequest, { session }: Exchange): number {
  const { name, arguments: args, _meta: meta } = message.params ?? {};
  const tool = String(name);
  const nth = 1 + ledger.events().filter((event) => event.event === 'call' && event.tool === tool).length;
  const progress = (meta as { progressToken?: unknown } | undefined)?.progressToken !== undefined;
  ledger.append({ event: 'call', generation, tool, nth, id: message.id, args, progress, session });
  return nth;
}

function noteNotification({ ledger, generation }: Running, message: RpcMessage): void {
  const requestId = message.params?.['requestId'] as string | number | undefined;
  ledger.append({ event: 'notification', generation, method: message.method ?? '', requestId });
}

function noteFault({ ledger, plan, generation }: Running, fault: Fault, { on, tool, nth }: Place): void {
  const event: LedgerEvent = { event: 'fault', generation, on, tool, nth, kind: fault.then.kind };
  if (fault.then.kind !== 'reply') ledger.append(event);
  if (plan.stderr !== undefined) process.stderr.write(`${plan.stderr}\n`);
}
