/**
 * The entry of the bundle. Answers `--version` before anything else is loaded; everything else is behind one import.
 */

/** Put in by the build. Not through version.ts: a module that others share is one more file to load. */
declare const __QWEN_VERSION__: string;

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  process.stdout.write(`${__QWEN_VERSION__}\n`);
} else {
  const { runCli } = await import('./cli.js');
  await runCli(args);
}

export {};
