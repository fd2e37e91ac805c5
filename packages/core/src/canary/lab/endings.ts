/** How what was started is ended: the last first, each once, whatever the others do. */
export interface Endings {
  add(end: () => Promise<void> | void): void;
  /** Resolves when all have ended; never rejects. */
  close(): Promise<void>;
}

export function createEndings(): Endings {
  const endings: (() => Promise<void> | void)[] = [];
  return {
    add: (end) => void endings.push(end),
    close: async () => {
      for (let end = endings.pop(); end !== undefined; end = endings.pop()) {
        try {
          await end();
        } catch {
          // What can't be ended any more has ended.
        }
      }
    },
  };
}
