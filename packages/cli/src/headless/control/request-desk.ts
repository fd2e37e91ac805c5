/** Takes the requests of the host, and sees to it that each gets exactly one answer. */
import type { JsonObject } from '@qwen-code/qwen-code-core/settings/read-json.js';
import { shownText } from '@qwen-code/qwen-code-core/shared/qwen-error.js';
import type { WireRecord } from '../records.js';
import { failureRecord, successRecord } from './control-records.js';
import { handlerOf, type RequestPorts } from './control-requests.js';

export interface RequestDesk {
  take(request: { readonly id: string; readonly subtype: string; readonly request: JsonObject }): void;
  /** The host no longer wants the answer; one that is still open is closed with an error. */
  cancel(id: string): void;
}

export function createRequestDesk(ports: RequestPorts & { emit(record: WireRecord): void }): RequestDesk {
  const open = new Set<string>();
  const close = (id: string, record: WireRecord): void => {
    if (open.delete(id)) ports.emit(record);
  };
  return {
    take: ({ id, subtype, request }) => {
      open.add(id);
      const handler = handlerOf(subtype);
      if (handler === undefined) return close(id, failureRecord(id, `Unknown control request subtype: ${subtype}`));
      handler(request, ports).then(
        (response) => close(id, successRecord(id, response)),
        (error: unknown) => close(id, failureRecord(id, shownText(error))),
      );
    },
    cancel: (id) => close(id, failureRecord(id, 'The request was withdrawn.')),
  };
}
