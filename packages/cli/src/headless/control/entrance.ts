/**
 * Where each line of the host goes: messages in line, answers to whoever asked, requests to the desk. Decides how the
 * conversation begins: with the host's introduction when that comes first, without one otherwise.
 */
import { randomUUID } from 'node:crypto';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { WireRecord } from '../records.js';
import type { Run } from '../run.js';
import { failureRecord, faultRecord } from './control-records.js';
import type { Conversation, Message } from './conversation.js';
import { createDeferred } from './deferred.js';
import type { HostChannel } from './host-channel.js';
import type { Inbox } from './inbox.js';
import { NO_INTRODUCTION, readInitialize, type Introduction } from './initialize.js';
import type { Incoming } from './read-line.js';
import { createRequestDesk } from './request-desk.js';
import type { UsageBook } from './usage-book.js';

export interface Opening {
  readonly introduction: Introduction;
  /** The request that is to be answered; undefined when nobody introduced themselves. */
  readonly requestId: string | undefined;
}

export interface Entrance {
  /** Resolves with the first line that asks for anything; undefined when there was none until `close`. */
  readonly opening: Promise<Opening | undefined>;
  /** The run is put together: requests that need it are answered from now on. */
  open(wired: WiredRun): void;
  receive(incoming: Incoming): void;
  close(): void;
}

export interface EntranceOptions {
  readonly run: Run;
  readonly usage: UsageBook;
  readonly channel: HostChannel;
  readonly inbox: Inbox<Message>;
  readonly conversation: Conversation;
  emit(record: WireRecord): void;
}

const UNINTRODUCED: Opening = { introduction: NO_INTRODUCTION, requestId: undefined };

export function createEntrance({ run, usage, channel, inbox, conversation, emit }: EntranceOptions): Entrance {
  const opening = createDeferred<Opening | undefined>();
  const wiredRun = createDeferred<WiredRun>();
  let hasBegun = false;
  const begin = (how: Opening): void => {
    hasBegun = true;
    opening.resolve(how);
  };
  const desk = createRequestDesk({
    clock,
    usage,
    emit,
    wired: () => {
      begin(UNINTRODUCED);
      return wiredRun.promise;
    },
    interrupt: conversation.interrupt,
    goOn: (wired) => {
      const may = !conversation.isAnswering && inbox.isEmpty && wired.mayGoOn();
      if (may) inbox.put({ kind: 'go-on' });
      return may;
    },
  });
  const put = (message: Message): void => {
    begin(UNINTRODUCED);
    inbox.put(message);
  };

  return {
    opening: opening.promise,
    open: wiredRun.resolve,
    close: () => opening.resolve(undefined),
    receive: (incoming) => {
      switch (incoming.kind) {
        case 'nothing':
          return;
        case 'user':
          return put({ kind: 'words', said: incoming });
        case 'malformed':
          if (incoming.fromUser) return put({ kind: 'fault', shown: incoming.shown });
          return emit(faultRecord({ uuid: randomUUID(), sessionId: run.sessionId, shown: incoming.shown }));
        case 'answer':
          return channel.settle(incoming.id, incoming);
        case 'failed-answer':
          return channel.settle(incoming.id, { kind: 'failed' });
        case 'cancel':
          return desk.cancel(incoming.id);
        case 'request':
          if (incoming.subtype !== 'initialize') return desk.take(incoming);
          if (hasBegun) return emit(failureRecord(incoming.id, 'initialize must come first, and only once.'));
          return begin({ introduction: readInitialize(incoming.request), requestId: incoming.id });
      }
    },
  };
}
