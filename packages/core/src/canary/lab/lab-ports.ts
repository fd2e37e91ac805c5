/** What a run of the lab is played with. */
import type { JournalPlaces } from '../../mcp/journal/places.js';
import type { Clock } from '../../shared/clock.js';
import type { LabEvent } from './lab-events.js';
import type { LabRun } from './lab-runs.js';
import type { Observation } from './observation.js';

export interface BinaryUnderTest {
  /** `own`: this very build, whose texts are known. */
  readonly kind: 'own' | 'other';
  /** Program and leading arguments. */
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

export interface LabPorts {
  /** Path of the canary program, for plain `node`. */
  readonly program: string;
  /** A folder of this lab alone; whoever made it removes it. */
  readonly root: string;
  readonly binary: BinaryUnderTest;
  readonly clock: Clock;
  /** Fires when the lab has to stop: everything that was started ends. */
  readonly signal: AbortSignal;
  /** Where runs in the core keep their journal; left out: each has one of its own, in the lab's folder. */
  readonly journal?: JournalPlaces & { readonly workspace: string };
}

export interface PlayedRun {
  readonly run: LabRun;
  readonly observation: Observation;
  readonly events: readonly LabEvent[];
  readonly durationMs: number;
}
