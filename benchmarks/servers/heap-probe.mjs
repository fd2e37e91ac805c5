/**
 * Loaded into a process under test with `--import`: on SIGUSR2 it collects garbage and writes its memory usage to
 * HEAP_PROBE_FILE. The name appears only once the content is whole.
 */
import { renameSync, writeFileSync } from 'node:fs';
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc');
const path = process.env.HEAP_PROBE_FILE;

process.on('SIGUSR2', () => {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  writeFileSync(`${path}.draft`, JSON.stringify({ heapUsed, external, rss }));
  renameSync(`${path}.draft`, path);
});
