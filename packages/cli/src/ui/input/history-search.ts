/** Ctrl+R: looking for something sent before. Pure. What is found is put into the prompt, never sent by itself. */
import type { InputEvent } from './parse-keys.js';

export interface HistorySearch {
  readonly word: string;
  readonly selected: number;
}

export type SearchStep =
  | { readonly kind: 'searching'; readonly search: HistorySearch }
  /** undefined: nothing was chosen; what stood there stays. */
  | { readonly kind: 'over'; readonly text: string | undefined };

export const newSearch: HistorySearch = { word: '', selected: 0 };

const MOST = 100;

/** Those that hold every word that was typed, the newest first, each once. `sent` is oldest first. */
export function found(sent: readonly string[], { word }: Pick<HistorySearch, 'word'>): readonly string[] {
  const words = word.toLowerCase().split(/\s+/);
  const holds = (text: string): boolean => words.every((each) => text.toLowerCase().includes(each));
  return [...new Set(sent.filter(holds).reverse())].slice(0, MOST);
}

/** Every key is the search's own while it is open. */
export function searchKey(search: HistorySearch, event: InputEvent, sent: readonly string[]): SearchStep {
  const { word, selected } = search;
  const typed = (next: string): SearchStep => ({ kind: 'searching', search: { word: next, selected: 0 } });
  if (event.kind === 'paste') return typed(word + event.text.replace(/\s+/g, ' '));
  const texts = found(sent, search);
  const action = KEYS[event.id];
  switch (action) {
    case 'older':
    case 'newer': {
      const next = selected + (action === 'older' ? 1 : -1);
      return { kind: 'searching', search: { word, selected: Math.max(0, Math.min(next, texts.length - 1)) } };
    }
    case 'erase':
      return typed([...word].slice(0, -1).join(''));
    case 'take':
      return { kind: 'over', text: texts[selected] };
    case 'cancel':
      return { kind: 'over', text: undefined };
    default:
      return event.text === '' ? { kind: 'searching', search } : typed(word + event.text);
  }
}

const KEYS: Readonly<Record<string, 'older' | 'newer' | 'erase' | 'take' | 'cancel'>> = {
  'ctrl+r': 'older',
  down: 'older',
  'ctrl+n': 'older',
  up: 'newer',
  'ctrl+p': 'newer',
  backspace: 'erase',
  'ctrl+h': 'erase',
  enter: 'take',
  tab: 'take',
  right: 'take',
  escape: 'cancel',
  'ctrl+g': 'cancel',
  'ctrl+c': 'cancel',
};
