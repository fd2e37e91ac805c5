/**
 * The entry of the bundle. Answers `--version` before anything else is loaded; everything else is behind one import.
 */
import { VERSION } from './version.js';

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const { runCli } = await import('./cli.js');
  await runCli(args);
}
