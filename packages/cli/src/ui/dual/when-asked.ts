/** The dual output of a session that asked for one; loaded only then. */
import type { RunOptions } from '../../args/parse-args.js';
import type { DualOutput, DualPorts } from './dual-output.js';

const NONE: DualOutput = { recorder: (recorder) => recorder, listen: () => {}, close: () => Promise.resolve() };

export const asksForDualOutput = ({ jsonFd, jsonFile, inputFile }: RunOptions): boolean =>
  jsonFd !== undefined || jsonFile !== undefined || inputFile !== undefined;

/** Throws QwenError('usage') for a target that can't be written. */
export async function dualOutputWhenAsked(flags: RunOptions, ports: DualPorts): Promise<DualOutput> {
  if (!asksForDualOutput(flags)) return NONE;
  return (await import('./dual-output.js')).openDualOutput(flags, ports);
}
