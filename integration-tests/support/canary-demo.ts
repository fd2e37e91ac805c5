/**
 * The demonstration behind `npm run canary`: a real qwen, a scripted model, and servers that commit and then drop the
 * connection. The counts come from each server's own ledger.
 */
import type { CanaryTool } from '@qwen-code/qwen-code-core/canary/plan.js';
import { incrementTool, lookupTool, setStatusTool } from '@qwen-code/qwen-code-core/canary/tools.js';
import { callTools, plainText, say, type SeenRequest } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { createStage, runQwen } from './run-qwen.js';

interface Case {
  readonly transport: 'stdio' | 'http';
  readonly tool: CanaryTool;
  /** How often the server may see the call. */
  readonly executions: number;
  readonly saw: 'unknown outcome' | 'the result';
}

export interface DemoRow {
  readonly tool: string;
  readonly transport: string;
  readonly annotations: string;
  readonly executions: number;
  readonly expected: number;
  readonly userSaw: string;
  readonly exitCode: number | undefined;
  readonly pass: boolean;
}

const IDEMPOTENT = { readOnlyHint: false, idempotentHint: true };
const CONTRADICTORY = { readOnlyHint: true, destructiveHint: true };

const CASES: readonly Case[] = [
  { transport: 'stdio', tool: incrementTool(), executions: 1, saw: 'unknown outcome' },
  { transport: 'http', tool: incrementTool(), executions: 1, saw: 'unknown outcome' },
  { transport: 'stdio', tool: incrementTool(CONTRADICTORY), executions: 1, saw: 'unknown outcome' },
  { transport: 'stdio', tool: setStatusTool(IDEMPOTENT), executions: 2, saw: 'the result' },
  { transport: 'http', tool: setStatusTool(IDEMPOTENT), executions: 2, saw: 'the result' },
  { transport: 'stdio', tool: lookupTool(), executions: 2, saw: 'the result' },
];

export async function runDemo(): Promise<DemoRow[]> {
  const rows: DemoRow[] = [];
  for (const each of CASES) rows.push(await runCase(each));
  return rows;
}

async function runCase({ transport, tool, executions, saw }: Case): Promise<DemoRow> {
  const stage = await createStage();
  try {
    const lost = transport === 'stdio' ? ({ kind: 'exit' } as const) : ({ kind: 'destroy' } as const);
    const canary = await stage.canary('canary', {
      transport,
      tools: [tool],
      faults: [{ tool: tool.name, nth: 1, then: lost }],
    });
    await stage.settle({ canary: { ...canary.entry, trust: true } });
    const model = await stage.play([
      callTools({ name: `mcp__canary__${tool.name}`, args: { key: 'order-1', status: 'paid' } }),
      (request) => say(lastResult(request)),
    ]);
    const { exitCode, stdout, stderr } = await runQwen(stage.home, { args: ['-p', 'Do it once.'], model });
    const told = stderr.includes('outcome of this call is unknown') ? 'unknown outcome' : 'the result';
    const counted = canary.counts(tool.name).invocations;
    return {
      tool: tool.name,
      transport,
      annotations: tool.annotations === undefined ? 'none' : JSON.stringify(tool.annotations),
      executions: counted,
      expected: executions,
      userSaw: glimpse(stdout),
      exitCode,
      pass: counted === executions && told === saw && exitCode === 0,
    };
  } finally {
    await stage.close();
  }
}

/** What the model was told of its call: it answers with exactly that. */
const lastResult = ({ messages }: SeenRequest): string =>
  plainText(messages.findLast(({ role }) => role === 'tool')?.content);

/** The start of the answer, as wide as a table column may be. */
function glimpse(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 44 ? `${line.slice(0, 43)}…` : line;
}
