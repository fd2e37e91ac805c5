/** /rewind: the conversation goes back to before a message, and the files that the file tools changed since go with it. */
import { relative } from 'node:path';
import { openOutcomes, openOutcomesText } from '@qwen-code/qwen-code-core/agent/compaction/open-outcomes.js';
import type { History } from '@qwen-code/qwen-code-core/agent/history.js';
import type { RewindPoint } from '@qwen-code/qwen-code-core/sessions/rewind.js';
import type { Restored } from '@qwen-code/qwen-code-core/tools/file-history/restore-files.js';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import { withPromptText } from '../input/prompt-state.js';
import { pickDialog } from '../menu/menu.js';
import { effectSentences, lastingEffects, some } from '../rewind/lasting-effects.js';
import { pointItems, rewindQuestion } from '../rewind/rewind-pages.js';
import type { UiCommand, UiCommandPorts } from './ui-command.js';

export const rewind: UiCommand = {
  name: 'rewind',
  aliases: ['rollback'],
  description: 'Go back to before one of your messages, with the files or without',
  usage: '',
  run: async (_args, ports, signal) => {
    const { sessions, dialogs, clock, wired, place, print } = ports;
    if (!sessions.recorded) throw new QwenError('usage', 'There is nothing to go back to: chat recording is off.');
    const page = {
      title: 'Go back to before …',
      items: pointItems(sessions.current().points(), clock.now()),
      empty: 'Nothing was said yet.',
    };
    const point = await dialogs.ask(pickDialog('rewind', page), { signal });
    if (point === undefined) return;
    const name = (path: string): string => relative(place.cwd, path) || path;
    const steps = point.at === '' ? [] : await wired.desk.changedFiles(point.at);
    const effects = lastingEffects(sessions.current().lookBack(point.uuid).undone);
    const choice = await dialogs.ask(pickDialog('rewind', rewindQuestion({ point, steps, effects, name })), { signal });
    if (choice === undefined) return;
    const restored = await wired.desk.restoreFiles(choice.files);
    if (choice.conversation) await goBack(point, ports);
    for (const text of [...fileSentences(restored, name), ...effectSentences(effects)]) {
      print({ kind: 'notice', tone: 'info', text });
    }
  },
};

async function goBack(point: RewindPoint, { sessions, wired, prompt }: UiCommandPorts): Promise<void> {
  const session = sessions.current();
  const { history, undone } = session.rewind(point.uuid);
  const note = unknownNote(undone);
  if (note !== undefined) {
    const { text, openOutcomes = [] } = note;
    session.event({ type: 'note', text, openOutcomes }, wired.session().model);
  }
  await sessions.show(note === undefined ? history : [...history, note]);
  prompt.dispatch(withPromptText(prompt.state(), point.text));
}

/** What is taken back must not make a call of unknown outcome look as if it had not been made. */
function unknownNote(undone: History): Extract<History[number], { role: 'user' }> | undefined {
  const open = openOutcomes(undone);
  if (open.length === 0) return undefined;
  const text = `<system-reminder>\nThe user went back in this conversation. ${openOutcomesText(open)}\n</system-reminder>`;
  return { role: 'user', text, repeats: {}, openOutcomes: open };
}

export function fileSentences(restored: readonly Restored[], name: (path: string) => string): string[] {
  const done = restored.filter(({ problem }) => problem === undefined);
  const failed = restored.filter(({ problem }) => problem !== undefined);
  return [
    ...(done.length === 0 ? [] : [`As they were: ${some(done.map(({ path }) => name(path)))}.`]),
    ...failed.map(({ path, problem }) => `${name(path)} stays as it is: ${problem ?? ''}`),
  ];
}
