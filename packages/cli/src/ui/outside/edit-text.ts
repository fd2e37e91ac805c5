/** A text in the person's own editor: a private file for as long as it is open, the text that comes back. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { QwenError } from '@qwen-code/qwen-code-core/shared/qwen-error.js';

/** `command`: the editor and its own arguments. Throws QwenError('usage') when there is no such editor or it failed. */
export async function editText(
  text: string,
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qwen-edit-'));
  try {
    const file = join(folder, 'message.md');
    // A last line without an end would be one to some editors, and none to others.
    await writeFile(file, `${text}\n`, { mode: 0o600 });
    await runEditor([...command, file], env);
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n').replace(/\n$/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives it the terminal until it ends. Throws as `editText` does. */
export function runEditor(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    child.once('error', (error) =>
      reject(
        new QwenError(
          'usage',
          `The editor ${program} could not be started; set VISUAL, EDITOR or general.preferredEditor.`,
          error,
        ),
      ),
    );
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new QwenError('usage', `The editor ${program} ended with an error; the text is as it was.`)),
    );
  });
}
