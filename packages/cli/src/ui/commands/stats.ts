import { statsReport } from '../render/stats-report.js';
import type { UiCommand } from './ui-command.js';

export const stats: UiCommand = {
  name: 'stats',
  aliases: ['usage'],
  description: 'Time, tokens, tool calls and unknown outcomes of this session',
  usage: '',
  anytime: true,
  run: (_args, { store, sessions, clock, print }) => {
    const { totals, facts } = store.state();
    const sinceMs = clock.now() - sessions.begunMs();
    const text = statsReport({
      ...{ totals, sinceMs, openOutcomes: facts.openOutcomes },
      sessionId: sessions.current().id,
    });
    print({ kind: 'report', text });
  },
};
