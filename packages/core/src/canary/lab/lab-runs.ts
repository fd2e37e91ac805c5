/**
 * Which runs a lab has: every case over its transports, both call paths and both places. Pure. The ids are stable, so
 * that evidence, reports and lists of mutants can name a run.
 */
import { crashCases } from './cases/crashes.js';
import { endingCases } from './cases/endings.js';
import { gateCases } from './cases/gates.js';
import { rediscoveryCases } from './cases/rediscovery.js';
import { isUnknownEnd, type CallPath, type LabCase, type LabTransport, type Place } from './lab-case.js';

export interface LabRun {
  /** `unsafe/missing/stdio/direct/core`. */
  readonly id: string;
  readonly case: LabCase;
  readonly transport: LabTransport;
  readonly path: CallPath;
  readonly place: Place;
}

export const LAB_CASES: readonly LabCase[] = [...gateCases, ...rediscoveryCases, ...endingCases, ...crashCases];

/** Is the server looked at once more when the call is over, with its read-only tool? A stopped qwen can't. */
export const looksUpAfterwards = ({ case: { expect }, place }: LabRun): boolean =>
  expect.lookup !== 'none' && !(place === 'qwen' && expect.client === 'cancelled');

/** Is the identical call made once more, while the outcome of the first is unknown? */
export const triesAgain = ({ case: lab, place }: LabRun): boolean =>
  isUnknownEnd(lab) && !(place === 'qwen' && lab.expect.client === 'cancelled');

const PLACES: readonly Place[] = ['core', 'qwen'];
const PATHS: readonly CallPath[] = ['direct', 'callable'];

/** `own`: this build. `other`: another binary, of which only what it does end to end can be held against the cases. */
export function labRuns(binary: 'own' | 'other'): readonly LabRun[] {
  const places = binary === 'own' ? PLACES : PLACES.filter((place) => place === 'qwen');
  return LAB_CASES.filter(({ ownOnly }) => binary === 'own' || ownOnly === undefined).flatMap((each) =>
    each.on.flatMap((transport) =>
      PATHS.flatMap((path) =>
        places.map((place) => ({
          id: [each.id, transport, path, place].join('/'),
          case: each,
          transport,
          path,
          place,
        })),
      ),
    ),
  );
}

/**
 * The runs that one of the patterns names: words at the start of any part of an id (`safe`, `missing/http`), or with `*`
 * and `?` a whole id. No pattern: all.
 */
export function selectRuns(runs: readonly LabRun[], patterns: readonly string[]): readonly LabRun[] {
  if (patterns.length === 0) return runs;
  const fits = patterns.map(matcher);
  return runs.filter(({ id }) => fits.some((fit) => fit(id)));
}

function matcher(pattern: string): (id: string) => boolean {
  const wanted = pattern.toLowerCase();
  if (!/[*?]/.test(wanted)) return (id) => `/${id}`.includes(`/${wanted}`);
  const source = wanted
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const whole = new RegExp(`^${source}$`);
  return (id) => whole.test(id);
}
