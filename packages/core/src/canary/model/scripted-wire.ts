/** One turn of the scripted model as bytes of the chat completions API, streamed or whole. */
import type { ServerResponse } from 'node:http';
import type { ScriptedCall, Turn } from './scripted-model.js';

interface Frame {
  readonly model: string;
  readonly turn: number;
  readonly stream: boolean;
}

type Message = Extract<Turn, { kind: 'message' }>;

export async function playTurn(turn: Turn, response: ServerResponse, frame: Frame): Promise<void> {
  switch (turn.kind) {
    case 'status':
      response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
      response.end(turn.body ?? JSON.stringify({ error: { message: `scripted ${turn.status}`, type: 'scripted' } }));
      return;
    case 'drop':
      return drop(turn.afterText, response, frame);
    case 'message':
      return frame.stream ? streamMessage(turn, response, frame) : wholeMessage(turn, response, frame);
  }
}

async function drop(afterText: string | undefined, response: ServerResponse, frame: Frame): Promise<void> {
  if (afterText !== undefined) {
    openStream(response);
    const text = chunk(frame, { role: 'assistant', content: afterText });
    await new Promise<void>((resolve) => {
      response.write(text, () => resolve());
    });
  }
  response.destroy();
}

const openStream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
};

const envelope = ({ model, turn }: Frame, object: string): object => ({
  id: `chat-${turn}`,
  object,
  created: 1_700_000_000,
  model,
});

const chunk = (frame: Frame, delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ ...envelope(frame, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const callId = (call: ScriptedCall, { turn }: Frame, place: number): string => call.id ?? `call_${turn}_${place}`;

const argumentText = ({ raw, args }: ScriptedCall): string => raw ?? JSON.stringify(args ?? {});

const finishReason = ({ finishReason: reason, calls = [] }: Message): string =>
  reason ?? (calls.length > 0 ? 'tool_calls' : 'stop');

const usageOf = ({ usage = { prompt: 10, completion: 5 } }: Message): object => ({
  prompt_tokens: usage.prompt,
  completion_tokens: usage.completion,
  total_tokens: usage.prompt + usage.completion,
});

async function streamMessage(turn: Message, response: ServerResponse, frame: Frame): Promise<void> {
  openStream(response);
  response.write(chunk(frame, { role: 'assistant', content: '' }));
  if (turn.reasoning !== undefined) response.write(chunk(frame, { reasoning_content: turn.reasoning }));
  if (turn.text !== undefined) for (const content of halves(turn.text)) response.write(chunk(frame, { content }));
  if (turn.parts !== undefined) for await (const content of turn.parts) response.write(chunk(frame, { content }));
  await turn.hold?.();
  for (const [index, call] of (turn.calls ?? []).entries()) {
    const [head = '', ...rest] = halves(argumentText(call));
    const id = callId(call, frame, index);
    const first = { index, id, type: 'function', function: { name: call.name, arguments: head } };
    response.write(chunk(frame, { tool_calls: [first] }));
    for (const part of rest) response.write(chunk(frame, { tool_calls: [{ index, function: { arguments: part } }] }));
  }
  response.write(chunk(frame, {}, finishReason(turn)));
  response.write(
    `data: ${JSON.stringify({ ...envelope(frame, 'chat.completion.chunk'), choices: [], usage: usageOf(turn) })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}

/** Two parts, so that a client which takes the first delta for the whole is found out. */
function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return text.length < 2 ? [text] : [text.slice(0, middle), text.slice(middle)];
}

async function wholeMessage(turn: Message, response: ServerResponse, frame: Frame): Promise<void> {
  await turn.hold?.();
  const calls = (turn.calls ?? []).map((call, place) => ({
    id: callId(call, frame, place),
    type: 'function',
    function: { name: call.name, arguments: argumentText(call) },
  }));
  const message = {
    role: 'assistant',
    content: turn.text ?? null,
    ...(turn.reasoning === undefined ? {} : { reasoning_content: turn.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...envelope(frame, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: finishReason(turn) }],
      usage: usageOf(turn),
    }),
  );
}
