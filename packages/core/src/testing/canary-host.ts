/** Canaries for tests: the host of canary/, over the program bundled from source. */
import { hostServer, type CanaryHost, type CanaryOptions } from '../canary/host-server.js';
import { buildProgram } from './canary-program.js';

export { untilChange, watchedLedger, type CanaryHost, type CanaryOptions } from '../canary/host-server.js';

/** Prepares one canary under `root`; a remote one listens when this resolves. */
export async function hostCanary(root: string, name: string, canary: CanaryOptions): Promise<CanaryHost> {
  return hostServer({ root, name, program: await buildProgram('canary'), canary });
}
