/** A line of `--input-file`: words are said as if they were typed, an interrupt stops the run. A person decides everything else. */
import { failureRecord, successRecord } from '../../headless/control/control-records.js';
import { readLine } from '../../headless/control/read-line.js';
import type { WireRecord } from '../../headless/records.js';
import type { Controller } from '../controller.js';

export interface HearPorts {
  readonly controller: Pick<Controller, 'say' | 'stop'>;
  emit(record: WireRecord): void;
  /** One sentence. */
  warn(shown: string): void;
}

export function hearLine(line: string, { controller, emit, warn }: HearPorts): void {
  const incoming = readLine(line);
  if (incoming.kind === 'user') return controller.say(incoming.text, 'now');
  if (incoming.kind === 'malformed') return warn(`--input-file: ${incoming.shown}`);
  if (incoming.kind !== 'request') return;
  const { id, subtype } = incoming;
  if (subtype !== 'interrupt')
    return emit(failureRecord(id, 'In an interactive session only interrupt can be asked for.'));
  controller.stop();
  emit(successRecord(id, {}));
}
