import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelEvent } from '../models/types.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { finish, plainModel } from '../testing/plain-model.js';
import { plainMcpTool, plainTool } from '../testing/plain-tool.js';
import type { ToolResult } from '../tools/types.js';
import { createAgent } from './create-agent.js';
import type { AgentEvent } from './events.js';
import { repaired } from './history.js';

const someCall = fc.record({
  id: fc.constantFrom('a', 'a_2'),
  name: fc.constantFrom('mcp__srv__pay', 'mcp__srv__pay', 'read', 'write', 'nowhere'),
  argumentsJson: fc.constantFrom('{}', '{"n":1}', '{"n":'),
});
const someAnswer = fc.record({
  text: fc.constantFrom('', 'words'),
  calls: fc.array(someCall, { minLength: 1, maxLength: 4 }),
});

it('whatever the model calls and whenever the user cancels, every call is answered once and no MCP call runs twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someAnswer, { maxLength: 6 }), fc.nat(60), async (answers, cancelAt) => {
      const abort = new AbortController();
      const ran: string[] = [];
      const events: AgentEvent[] = [];
      const work =
        (result: string) =>
        (args: object): Promise<ToolResult> => {
          ran.push(`${result} ${JSON.stringify(args)}`);
          return Promise.resolve({ status: 'ok', text: result });
        };
      const tools = [
        plainTool({ name: 'read', parallel: true, execute: work('read') }),
        plainTool({ name: 'write', kind: 'edit', execute: work('write') }),
        plainMcpTool('srv', 'mcp__srv__pay', { execute: work('pay') }),
      ];
      const plays = answers.map(({ text, calls }): ModelEvent[] => [
        { type: 'text', delta: text },
        ...calls.map((call) => ({ type: 'tool-call', call }) as const),
        finish(),
      ]);
      const agent = createAgent({
        model: () =>
          plainModel(...plays.slice(events.filter(({ type }) => type === 'turn-start').length - 1), [finish()]),
        tools: () => tools,
        systemPrompt: () => '',
        policy: () => ({
          mode: 'yolo',
          rules: { allow: [], ask: [], deny: [] },
          workspaceTrusted: true,
          dirs: { project: '/p', home: '/h' },
        }),
        approver: () => Promise.resolve({ behavior: 'deny', shown: 'no' }),
        emit: (event) => {
          if (events.push(event) === cancelAt) abort.abort();
        },
        clock: createFakeClock(),
      });
      await agent.run({ text: 'go' }, abort.signal);

      const history = agent.history();
      expect(repaired(history, () => 'missing')).toEqual(history);
      expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
      const asked = new Set(
        answers.flatMap(({ calls }) =>
          calls.filter(({ name }) => name === 'mcp__srv__pay').map(({ id, argumentsJson }) => `${id} ${argumentsJson}`),
        ),
      );
      expect(ran.filter((one) => one.startsWith('pay')).length).toBeLessThanOrEqual(asked.size);
    }),
    { numRuns: 300 },
  );
});
