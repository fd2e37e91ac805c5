/** Every guard that `npm run test:mutants` breaks, one object each; what the fields mean is in lib/run-mutant. */
import { answerMutants } from './answers.mjs';
import { compactionMutants } from './compaction.mjs';
import { connectionMutants } from './connections.mjs';
import { freezeMutants } from './freeze.mjs';
import { gateMutants } from './gates.mjs';
import { journalMutants } from './journal.mjs';
import { loopMutants } from './loop.mjs';
import { permissionMutants } from './permissions.mjs';
import { projectServerMutants } from './project-servers.mjs';
import { recordedCallMutants } from './recorded-calls.mjs';
import { sessionMutants } from './sessions.mjs';

export const MUTANTS = [
  ...gateMutants,
  ...loopMutants,
  ...answerMutants,
  ...connectionMutants,
  ...permissionMutants,
  ...projectServerMutants,
  ...journalMutants,
  ...recordedCallMutants,
  ...freezeMutants,
  ...sessionMutants,
  ...compactionMutants,
];
