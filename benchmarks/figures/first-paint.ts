/**
 * What a person waits for after typing `qwen`: until something is on the screen, and until the prompt is. Then a key, as
 * soon as the prompt is there: until that is on the screen, the binary can be used.
 */
import { createScriptedModel, say } from '@qwen-code/qwen-code-core/testing/scripted-model.js';
import { withBenchHomes } from '../lib/bench-home.js';
import { compare, type Figure } from '../lib/figure.js';
import { COLUMNS, openTerminal, ROWS } from '../lib/open-terminal.js';
import { PROMPT } from '../lib/prompt.js';

export const firstPaint: Figure = {
  name: 'first-paint',
  title: `The terminal UI, from its start (${COLUMNS} by ${ROWS})`,
  measure: (bench) =>
    withBenchHomes(bench, 0, async (homeOf) => {
      const model = await createScriptedModel(() => say('done'));
      try {
        const row = await compare(bench, async (binary) => {
          const terminal = await openTerminal({ binary, home: homeOf(binary), modelUrl: model.url });
          try {
            const sign = (await terminal.shows(/\S/)) - terminal.startedMs;
            const prompt = (await terminal.shows(PROMPT)) - terminal.startedMs;
            terminal.press('usable');
            return { sign, prompt, usable: (await terminal.shows(/usable/)) - terminal.startedMs };
          } finally {
            await terminal.close();
          }
        });
        return [
          row('sign', { what: 'to the first sign on the screen', unit: 'ms' }),
          row('prompt', { what: 'to the prompt', unit: 'ms', target: { kind: 'share', most: 0.5, reference: 1_500 } }),
          row('usable', { what: 'to the first word typed there', unit: 'ms' }),
        ];
      } finally {
        await model.close();
      }
    }),
};
