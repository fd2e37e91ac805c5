/**
 * Takes a command's output as it comes and keeps what is worth showing: head and tail as text, the whole in a file once
 * it is too long. Memory stays bounded however much comes. A character split over two chunks stays whole.
 */
import { stripVTControlCharacters } from 'node:util';
import { joinCut, limitText, takeHead, takeTail, type TextLimit } from '../../shared/text-limit.js';
import type { OutputFile } from './output-file.js';

export interface CapturedOutput {
  readonly text: string;
  readonly totalBytes: number;
  /** Set when the text was cut and the whole is in a file. */
  readonly saved?: { readonly path: string; readonly bytes: number };
  /** True when the text was cut. */
  readonly cut: boolean;
}

export interface OutputCapture {
  readonly totalBytes: number;
  /** One at a time. Ignored once finished. */
  write(chunk: Buffer): Promise<void>;
  /** From now on all of it goes to the file, what came before included; its path, undefined when there can be none. */
  keepWhole(): Promise<string | undefined>;
  /** What there is so far. */
  soFar(): CapturedOutput;
  finish(): Promise<CapturedOutput>;
}

export interface CaptureOptions {
  readonly limit: TextLimit;
  openFile(): Promise<OutputFile>;
}

export function createOutputCapture({ limit, openFile }: CaptureOptions): OutputCapture {
  const kept = keepEnds(limit);
  const decoder = new TextDecoder();
  let early: Buffer[] = [];
  let file: OutputFile | undefined;
  let fileFailed = false;
  let totalBytes = 0;
  let finished = false;
  let whole = false;
  let saving = Promise.resolve();

  // A full disk must not fail the command: then the ends are all there is.
  const saveNow = async (chunks: readonly Buffer[]): Promise<void> => {
    try {
      file ??= await openFile();
      for (const chunk of chunks) await file.write(chunk);
    } catch {
      fileFailed = true;
    }
  };
  /** One after the other. */
  const save = (chunks: readonly Buffer[]): Promise<void> => (saving = saving.then(() => saveNow(chunks)));
  const takeEarly = (): Buffer[] => {
    const taken = early;
    early = [];
    return taken;
  };
  const captured = (): CapturedOutput => {
    const { text, cut } = kept.shown();
    const saved = cut && file !== undefined && !fileFailed ? { path: file.path, bytes: file.savedBytes } : undefined;
    return { text: stripVTControlCharacters(text), totalBytes, cut, ...(saved && { saved }) };
  };

  return {
    get totalBytes() {
      return totalBytes;
    },
    write: async (chunk) => {
      if (finished) return;
      totalBytes += chunk.length;
      kept.push(decoder.decode(chunk, { stream: true }));
      if (fileFailed) return;
      if (file === undefined && !whole && totalBytes <= limit.maxChars) {
        early.push(chunk);
        return;
      }
      await save([...takeEarly(), chunk]);
    },
    keepWhole: async () => {
      whole = true;
      await save(takeEarly());
      return fileFailed ? undefined : file?.path;
    },
    soFar: captured,
    finish: async () => {
      finished = true;
      kept.push(decoder.decode());
      if (kept.shown().cut && file === undefined && !fileFailed) await save(takeEarly());
      await file?.close().catch(() => {});
      return captured();
    },
  };
}

interface KeptEnds {
  push(text: string): void;
  shown(): { readonly text: string; readonly cut: boolean };
}

/** Shell output says what matters at its end more often than at its start. */
const HEAD_SHARE = 0.3;

function keepEnds({ maxChars, maxLines, headShare = HEAD_SHARE }: TextLimit): KeptEnds {
  let head = '';
  let tail = '';
  let dropped = 0;
  return {
    push: (text) => {
      const room = Math.max(maxChars - head.length, 0);
      head += text.slice(0, room);
      tail += text.slice(room);
      if (tail.length > 2 * maxChars) {
        dropped += tail.length - maxChars;
        tail = tail.slice(-maxChars);
      }
    },
    shown: () => {
      if (dropped === 0) return limitText(head + tail, { maxChars, maxLines, headShare });
      const headChars = Math.floor(maxChars * headShare);
      const headLines = Math.floor(maxLines * headShare);
      const shownHead = takeHead(head, headChars, headLines);
      const shownTail = takeTail(tail, maxChars - headChars, maxLines - headLines);
      const omitted = head.length - shownHead.length + dropped + tail.length - shownTail.length;
      return { text: joinCut(shownHead, omitted, shownTail), cut: true };
    },
  };
}
