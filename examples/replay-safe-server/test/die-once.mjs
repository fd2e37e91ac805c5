/**
 * Loaded before the server (`node --import`): ends the process with SIGKILL right before or right after its first commit.
 * DIE_AT is `before` or `after`; the file DIE_MARK says that it has happened, so that the next process lives.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { DIE_AT, DIE_MARK } = process.env;
const { linkSync } = fs;

fs.linkSync = (...paths) => {
  if (DIE_AT === 'after') linkSync(...paths);
  if (!fs.existsSync(DIE_MARK)) {
    fs.writeFileSync(DIE_MARK, '');
    process.kill(process.pid, 'SIGKILL');
  }
  if (DIE_AT === 'before') linkSync(...paths);
};
syncBuiltinESMExports();
