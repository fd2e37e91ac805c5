/**
 * The lines of a session file to records, and the records to the one chain that is the conversation. Pure.
 *
 * Reads what other releases and hands wrote as well: unknown types and fields stay, a line that is no JSON object is passed over,
 * and so is a last line that was cut off when its process died.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface StoredRecord {
  readonly value: JsonObject;
  readonly uuid: string | undefined;
}

export interface ParsedLines {
  /** In the order of the file. */
  readonly records: readonly StoredRecord[];
  /** False when the last line has no line end: whoever appends must end it first. */
  readonly endsWhole: boolean;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parseLines(text: string): ParsedLines {
  const records = text.split('\n').flatMap((line): StoredRecord[] => {
    const value = parse(line);
    if (!isObject(value)) return [];
    return [{ value, uuid: typeof value['uuid'] === 'string' ? value['uuid'] : undefined }];
  });
  return { records, endsWhole: text === '' || text.endsWith('\n') };
}

function parse(line: string): unknown {
  const text = line.trim(); // Also takes a byte order mark.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRewind = ({ type, subtype }: JsonObject): boolean => type === 'system' && subtype === 'rewind';

/**
 * The records from the first to the last along `parentUuid`: what a rewind took back is left out. A parent that is
 * missing, unknown or not earlier means the line before; a rewind without one is the beginning.
 */
export function chainOf(records: readonly StoredRecord[]): readonly StoredRecord[] {
  const placeOf = new Map<string, number>();
  const parents = records.map(({ value, uuid }, place) => {
    const parent = value['parentUuid'];
    const found = typeof parent === 'string' ? placeOf.get(parent) : undefined;
    if (uuid !== undefined) placeOf.set(uuid, place);
    return found ?? (isRewind(value) && parent === null ? -1 : place - 1);
  });
  const chain: StoredRecord[] = [];
  for (let place = records.length - 1; place >= 0; place = parents[place] ?? -1) {
    const record = records[place];
    if (record !== undefined) chain.push(record);
  }
  return chain.reverse();
}
