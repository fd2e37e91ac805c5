import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOutcomeJournal, type OutcomeJournal } from '@qwen-code/qwen-code-core/mcp/journal/create-journal.js';
import { systemClock } from '@qwen-code/qwen-code-core/shared/clock.js';
import { intendedCall } from '@qwen-code/qwen-code-core/testing/intended-call.js';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { watchOpen, type OpenWatch } from './watch-open.js';

const LOST = { result: 'lost', reach: 'unanswered', attempts: 1 } as const;

let folder: TempFolder;
let journal: OutcomeJournal;
let watch: OpenWatch | undefined;
let told: (readonly string[])[];
beforeEach(async () => {
  folder = await createTempFolder();
  told = [];
  journal = journalOf('/shop');
});
afterEach(async () => {
  watch?.close();
  await journal.close();
  await folder.remove();
});

const journalOf = (workspace: string): OutcomeJournal =>
  createOutcomeJournal({
    dir: folder.at('mcp-outcomes'),
    keyFile: folder.at('key'),
    workspace,
    session: null,
    version: '0.21.5',
    clock: systemClock,
  });

function follow(): void {
  watch = watchOpen({
    dir: folder.at('mcp-outcomes'),
    workspace: '/shop',
    clock: systemClock,
    own: () => undefined,
    onOpen: (calls) => void told.push(calls.map(({ id }) => id)),
  });
}

it('tells of records of others as they come and go, without being asked', async () => {
  await mkdir(folder.at('mcp-outcomes'));
  follow();
  await watch?.look();
  expect(told).toEqual([[]]);
  const away = journalOf('/else');
  await away.record(intendedCall(), LOST);
  await away.close();
  const id = await journal.record(intendedCall(), LOST);
  await expect.poll(() => told.at(-1)).toEqual([id]);
  await journal.reconcile({ id, as: 'committed', note: 'seen', by: null });
  await expect.poll(() => told.at(-1)).toEqual([]);
});

it('finds a folder that was not there yet at the next look', async () => {
  follow();
  await watch?.look();
  const id = await journal.record(intendedCall(), LOST);
  await watch?.look();
  expect(told.at(-1)).toEqual([id]);
  await journal.reconcile({ id, as: 'not_committed', note: 'seen', by: null });
  await expect.poll(() => told.at(-1)).toEqual([]);
});

it('tells nothing once closed', async () => {
  follow();
  watch?.close();
  await watch?.look();
  expect(told).toEqual([]);
});
