import { render } from 'ink-testing-library';
import { expect, it } from 'vitest';
import { createFakeClock } from '@qwen-code/qwen-code-core/testing/fake-clock.js';
import { ScreenSizeProvider } from '../app/hooks.js';
import { ServicesProvider, type UiServices } from '../app/services.js';
import { MARKS } from '../render/look.js';
import { plainStyle } from '../render/style.js';
import { reduce } from '../state/reduce.js';
import { createStore, FRAME_MS } from '../state/store.js';
import type { UiEvent } from '../state/ui-event.js';
import { initialState } from '../state/view-state.js';
import { TEST_FACTS } from '../testing/render-dialog.js';
import { Printed } from './printed.js';

it('prints each item once, in its order, however they come', async () => {
  const clock = createFakeClock(1_000);
  const store = createStore({ reduce, initial: initialState(TEST_FACTS), clock });
  const services = { store, clock, style: plainStyle, marks: MARKS, highlight: () => undefined };
  const screen = render(
    <ServicesProvider value={services as unknown as UiServices}>
      <ScreenSizeProvider value={{ columns: 40, rows: 24 }}>
        <Printed />
      </ScreenSizeProvider>
    </ServicesProvider>,
  );
  const say = (text: string): UiEvent => ({ type: 'item', item: { kind: 'user', text } });
  const pass = async (): Promise<void> => {
    for (const ms of [FRAME_MS, 0, 0, 0]) await clock.advance(ms);
  };
  await pass();
  const expected: string[] = [];
  for (let round = 0; round < 30; round += 1) {
    // One, two or three between two frames.
    for (let each = 0; each <= round % 3; each += 1) {
      expected.push(`> message ${round}.${each}`);
      store.dispatch(say(`message ${round}.${each}`));
      if (each === 1) await clock.advance(0);
    }
    await pass();
  }
  // ink-testing-library keeps everything that was printed in the last frame.
  expect((screen.lastFrame() ?? '').split('\n').filter((line) => line !== '')).toEqual(expected);
  screen.unmount();
});
