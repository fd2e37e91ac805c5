/** The prompt: takes the keys that no dialog takes, and asks the sources for what completes the text. */
import { useEffect, type ReactElement } from 'react';
import { useKeys, useLook, useScreenSize, useStore, useView } from '../app/hooks.js';
import { useServices, type UiActions } from '../app/services.js';
import type { CompletionSource } from '../completion/source.js';
import { actionOf, CONTEXT_KEYS } from '../input/key-bindings.js';
import { promptKey } from '../input/prompt-key.js';
import { completedBy, type PromptEffect, type PromptState } from '../input/prompt-state.js';
import { promptLines, promptTextWidth } from '../render/prompt-lines.js';
import type { Store } from '../state/store.js';
import { topDialog } from '../state/view-state.js';
import { LinesView } from './lines-view.js';

export function Prompt({ maxRows }: { readonly maxRows: number }): ReactElement {
  const { prompt, actions, completions } = useServices();
  const state = useStore(prompt);
  const look = useLook();
  const { columns } = useScreenSize();
  const blurred = topDialog(useView()) !== undefined;

  useKeys('prompt', (event) => {
    const context = event.kind === 'key' ? actionOf(CONTEXT_KEYS, event.id) : undefined;
    if (context !== undefined && prompt.state().search === undefined && actions.inContext(context)) return true;
    const step = promptKey(prompt.state(), event, promptTextWidth(columns));
    if (step === undefined) return false;
    prompt.dispatch(step.state);
    if (step.effect !== undefined) perform(step.effect, actions);
    return true;
  });
  useCompletion(prompt, completions);
  return <LinesView lines={promptLines(state, { ...look, maxRows, blurred })} />;
}

/** Keeps what completes the text up to date with the text. */
function useCompletion(prompt: Store<PromptState, PromptState>, completions: readonly CompletionSource[]): void {
  const state = useStore(prompt);
  const { text, cursor } = state.buffer;
  const rests = state.recalled || state.mode === 'shell' || state.search !== undefined || state.vim?.mode === 'normal';
  useEffect(() => {
    const stale = new AbortController();
    const show = (completion: PromptState['completion']): void => {
      const now = prompt.state();
      const isNow = now.buffer.text === text && now.buffer.cursor === cursor;
      if (!stale.signal.aborted && isNow && now.completion !== completion)
        prompt.dispatch(completedBy(now, completion));
    };
    const source = rests ? undefined : completions.find((each) => each.query(text, cursor) !== undefined);
    const query = source?.query(text, cursor);
    if (source === undefined || query === undefined) {
      show(undefined);
      return undefined;
    }
    void source.find(query, stale.signal).then((items) => {
      const help = source.help?.(query);
      show(items.length === 0 && help === undefined ? undefined : { query, items, selected: 0, help });
    });
    return () => stale.abort();
  }, [prompt, completions, text, cursor, rests]);
}

function perform(effect: PromptEffect, actions: UiActions): void {
  switch (effect.kind) {
    case 'submit':
      return actions.submit(effect.text);
    case 'queue':
      return actions.queue(effect.text);
    case 'shell':
      return actions.shell(effect.text);
    case 'escape':
      return actions.escape();
    case 'leave':
      return actions.leave();
    case 'shortcuts':
      return actions.showShortcuts();
    case 'edit-outside':
      return actions.editOutside();
    case 'paste-image':
      return actions.pasteImage();
    case 'image-path':
      return actions.imagePath(effect.path, effect.pasted);
  }
}
