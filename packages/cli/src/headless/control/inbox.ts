/** What waits to be answered, in order: messages come while an earlier one is being answered. */
export interface Inbox<T> {
  put(item: T): void;
  /** No more will come; what is there is still given out. */
  end(): void;
  /** The next item, as soon as there is one; undefined at the end. */
  next(): Promise<T | undefined>;
  readonly isEmpty: boolean;
}

export function createInbox<T>(): Inbox<T> {
  const items: T[] = [];
  let ended = false;
  let wake = (): void => {};
  return {
    put: (item) => {
      if (ended) return;
      items.push(item);
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
    next: async () => {
      while (items.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
      return items.shift();
    },
    get isEmpty() {
      return items.length === 0;
    },
  };
}
