/**
 * `--input-format stream-json`: a program drives qwen over stdin and stdout, one JSON object a line both ways
 * (docs/guide/sdk.md). One conversation a process. Reads without a pause, so that the host is heard while a message is
 * being answered; the end of stdin ends the process once everything in line is answered.
 */
import { randomUUID } from 'node:crypto';
import type { AgentOutcome } from '@qwen-code/qwen-code-core/agent/events.js';
import type { SdkHost } from '@qwen-code/qwen-code-core/mcp/transports/sdk.js';
import { isJsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import { systemClock as clock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { EXIT, type ExitCode } from '../../exit-codes.js';
import { readStdinLines } from '../../process/stdin-lines.js';
import type { WiredRun } from '../../wire/wire-run.js';
import type { WireRecord } from '../records.js';
import type { Renderer } from '../renderer.js';
import type { Run } from '../run.js';
import { failureRecord, initializedResponse, mcpMessageRequest, successRecord } from './control-records.js';
import { createConversation, type Message } from './conversation.js';
import type { Driver } from './driver.js';
import { createEntrance } from './entrance.js';
import { createHostChannel, type HostChannel } from './host-channel.js';
import { createHostQuestions } from './host-questions.js';
import { createInbox } from './inbox.js';
import { readLine } from './read-line.js';
import { createUsageBook } from './usage-book.js';

export interface ControlPorts {
  /** Puts the run together. Throws QwenError. */
  prepare(driver: Driver): Promise<WiredRun>;
  conclude(outcome: AgentOutcome, renderer: Renderer): ExitCode | undefined;
}

/** Resolves with undefined for a run that was stopped. */
export async function runControl(run: Run, { prepare, conclude }: ControlPorts): Promise<ExitCode | undefined> {
  const { output, interruption } = run;
  const { signal } = interruption;
  const emit = (record: WireRecord): void => output.stdout(`${JSON.stringify(record)}\n`);
  const channel = createHostChannel({ clock, emit, newId: randomUUID });
  const inbox = createInbox<Message>();
  const usage = createUsageBook();
  const conversation = createConversation({ run, usage, conclude });
  const entrance = createEntrance({ run, usage, emit, channel, inbox, conversation });
  const end = (): void => {
    entrance.close();
    inbox.end();
  };
  // A prompt on the command line is the first message.
  if (run.options.prompt !== undefined) entrance.receive({ kind: 'user', text: run.options.prompt });
  readStdinLines({
    onLine: (line) => entrance.receive(readLine(line)),
    onEnd: () => {
      channel.close();
      end();
    },
  });
  signal.addEventListener('abort', end, { once: true });

  const opening = await entrance.opening;
  if (opening === undefined) return signal.aborted ? undefined : EXIT.ok;
  const { introduction, requestId } = opening;
  const wired = await wire().catch((error: unknown) => {
    if (requestId !== undefined) emit(failureRecord(requestId, shownText(error)));
    throw error;
  });
  try {
    for (let message = await inbox.next(); message !== undefined && !signal.aborted; message = await inbox.next()) {
      await conversation.answer(message, wired);
    }
    return signal.aborted ? undefined : EXIT.ok;
  } finally {
    channel.close();
    await wired.stop();
  }

  /** An effort that the model does not know is told, and changes nothing. */
  function setEffort(wired: WiredRun, effort: string): void {
    try {
      wired.setEffort(effort);
    } catch (error) {
      output.stderr(`${shownText(error)}\n`);
    }
  }

  async function wire(): Promise<WiredRun> {
    const { servers, answerWithinMs, effort, agents } = introduction;
    const questions = createHostQuestions({
      channel,
      answerWithinMs: () => answerWithinMs,
      onRefused: conversation.refused,
    });
    const prepared = await prepare({ ...questions, host: hostOver(channel), hostServers: servers });
    run.renderer = undefined;
    prepared.setAgents(agents);
    if (effort !== undefined) setEffort(prepared, effort);
    if (requestId !== undefined) emit(successRecord(requestId, initializedResponse(run.sessionId)));
    channel.open();
    entrance.open(prepared);
    return prepared;
  }
}

/** The host's own MCP servers, over the control channel. */
function hostOver(channel: HostChannel): SdkHost {
  return {
    gone: channel.gone,
    send: async (server, message) => {
      const answer = await channel.ask(mcpMessageRequest(server, message));
      if (answer.kind !== 'answer') throw new Error(`no answer from the host: ${answer.kind}`);
      return isJsonObject(answer.response) ? answer.response['mcp_response'] : undefined;
    },
  };
}
