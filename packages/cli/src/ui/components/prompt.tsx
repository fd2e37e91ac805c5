/** The prompt: takes the keys that no dialog takes, and asks the sources for what completes the text. */
import { useEffect, type ReactElement } from 'react';
import { useKeys, useLook, useScreenSize, useStore, useView } from '../app/hooks.js';
import { useServices, type UiActions } from '../app/services.js';
import { promptKey, type PromptEffect } from '../input/prompt-state.js';
import { promptLines, promptTextWidth } from '../render/prompt-lines.js';
import { topDialog } from '../state/view-state.js';
import { LinesView } from './lines-view.js';

export function Prompt({ maxRows }: { readonly maxRows: number }): ReactElement {
  const { prompt, actions, completions } = useServices();
  const state = useStore(prompt);
  const look = useLook();
  const { columns } = useScreenSize();
  const blurred = topDialog(useView()) !== undefined;

  useKeys('prompt', (event) => {
    const step = promptKey(prompt.state(), event, promptTextWidth(columns));
    if (step === undefined) return false;
    prompt.dispatch(step.state);
    if (step.effect !== undefined) perform(step.effect, actions);
    return true;
  });

  const { text, cursor } = state.buffer;
  useEffect(() => {
    const stale = new AbortController();
    const source = completions.find((each) => each.query(text, cursor) !== undefined);
    const query = source?.query(text, cursor);
    if (source === undefined || query === undefined) return undefined;
    void source.find(query, stale.signal).then((items) => {
      const now = prompt.state();
      if (stale.signal.aborted || now.buffer.text !== text || now.buffer.cursor !== cursor || items.length === 0)
        return;
      prompt.dispatch({ ...now, completion: { query, items, selected: 0 } });
    });
    return () => stale.abort();
  }, [prompt, completions, text, cursor]);

  return <LinesView lines={promptLines(state, { ...look, maxRows, blurred })} />;
}

function perform(effect: PromptEffect, actions: UiActions): void {
  switch (effect.kind) {
    case 'submit':
      return actions.submit(effect.text);
    case 'queue':
      return actions.queue(effect.text);
    case 'escape':
      return actions.escape();
    case 'leave':
      return actions.leave();
    case 'shortcuts':
      return actions.showShortcuts();
  }
}
