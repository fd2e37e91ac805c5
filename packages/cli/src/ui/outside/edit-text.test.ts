import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTempFolder, type TempFolder } from '@qwen-code/qwen-code-core/testing/temp-folder.js';
import { editText } from './edit-text.js';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

it('gives back what the editor wrote, from a private file that is gone afterwards', async () => {
  await folder.write(
    'editor.sh',
    `stat -c '%a' "$1" > '${folder.at('mode')}'; echo "$1" > '${folder.at('file')}'; echo more >> "$1"`,
  );
  expect(await editText('text', ['sh', folder.at('editor.sh')], process.env)).toBe('text\nmore');
  expect((await readFile(folder.at('mode'), 'utf8')).trim()).toBe('600');
  const file = (await readFile(folder.at('file'), 'utf8')).trim();
  await expect(stat(dirname(file))).rejects.toThrow('ENOENT');
});

it.each([
  [['sh', '-c', 'exit 3'], 'The editor sh ended with an error; the text is as it was.'],
  [
    ['no-such-editor'],
    'The editor no-such-editor could not be started; set VISUAL, EDITOR or general.preferredEditor.',
  ],
])('says that %j failed', async (command, shown) => {
  await expect(editText('text', command, process.env)).rejects.toMatchObject({ code: 'usage', shown });
});
