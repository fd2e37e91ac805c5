/**
 * The entry of the bundle. Answers `--version` before anything else is loaded; everything else is behind one import.
 */
import { writeSync } from 'node:fs';

/** Put in by the build. Not through version.ts: a module that others share is one more file to load. */
declare const __QWEN_VERSION__: string;

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) tellVersion(`${__QWEN_VERSION__}\n`);
else void import('./cli.js').then(({ runCli }) => runCli(args));

/** Straight to the descriptor: to open `process.stdout` takes longer than all the rest. */
function tellVersion(text: string): void {
  try {
    writeSync(1, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A pipe that is full takes it in its own time; a reader that is gone has nothing to be told.
    if (code === 'EAGAIN') process.stdout.write(text);
    else if (code !== 'EPIPE') process.exitCode = 1;
  }
}
