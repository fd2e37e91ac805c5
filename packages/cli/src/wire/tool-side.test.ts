import type { AgentEvent } from '@qwen-code/qwen-code-core/agent/events.js';
import type { Message, OpenOutcome } from '@qwen-code/qwen-code-core/models/types.js';
import { expect, it } from 'vitest';
import { createToolSide, type ToolSide, type ToolSideOptions } from './tool-side.js';

interface Told {
  readonly text: string;
  readonly openOutcomes?: readonly OpenOutcome[];
}

const settings = { tools: { toolSearch: { enabled: false, threshold: 10 } }, model: { maxSubagentDepth: 1 } };

/** Of a run without servers and without a model: only what it is told is of interest. */
const sideWith = (notes: Told[], history: readonly Message[] = []): Promise<ToolSide> =>
  createToolSide({
    flags: { bare: true, safeMode: false },
    loaded: { settings, paths: { userDir: '/nowhere' }, workspaceTrusted: false },
    servers: () => [],
    history,
    tasks: { takeNotes: () => notes.splice(0) },
    web: {},
    subagents: { shared: { model: () => ({ name: 'm' }) } },
    contextWindow: () => 1_000,
    waitsForAgents: false,
    otherTools: () => [],
    offered: (tools: unknown) => tools,
  } as unknown as ToolSideOptions);

const open: OpenOutcome = { callId: 'c', tool: 'mcp__bank__pay', argumentsJson: '{}', recordId: 'mo_1' };

it('has the session keep news of an unknown outcome that come with the words of the user', async () => {
  const emitted: AgentEvent[] = [];
  const side = await sideWith([{ text: 'It reports.', openOutcomes: [open] }]);
  const text = '<system-reminder>\nFrom qwen, not from the user.\n\nIt reports.\n</system-reminder>';
  expect(side.withNews({ text: 'go on' }, (event) => emitted.push(event))).toEqual({
    text: `${text}\n\ngo on`,
    openOutcomes: [open],
  });
  expect(emitted).toEqual([{ type: 'note', text, openOutcomes: [open] }]);
});

it('tells once of background agents that an earlier run left at work', async () => {
  const emitted: AgentEvent[] = [];
  const started = 'Started agent-1 in the background. You are told its report when it is done.';
  const side = await sideWith([], [{ role: 'tool', callId: 'a', name: 'agent', text: started }]);
  const say = (): string => side.withNews({ text: 'go on' }, (event) => emitted.push(event)).text;
  expect(say()).toMatch(/holds no report of them: agent-1\. .*verify that/);
  expect(say()).toBe('go on');
  expect(emitted).toEqual([]);
});
