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

  // A full disk must not fail the command: then the ends are all there is.
  const save = async (chunks: readonly Buffer[]): Promise<void> => {
    try {
      file ??= await openFile();
      for (const chunk of chunks) await file.write(chunk);
    } catch {
      fileFailed = true;
    }
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
      if (file === undefined && totalBytes <= limit.maxChars) {
        early.push(chunk);
        return;
      }
      const unsaved = [...early, chunk];
      early = [];
      await save(unsaved);
    },
    finish: async () => {
      finished = true;
      kept.push(decoder.decode());
      const { text, cut } = kept.shown();
      if (cut && file === undefined && !fileFailed) await save(early);
      await file?.close().catch(() => {});
      const saved = cut && file !== undefined && !fileFailed ? { path: file.path, bytes: file.savedBytes } : undefined;
      return { text: stripVTControlCharacters(text), totalBytes, cut, ...(saved && { saved }) };
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
