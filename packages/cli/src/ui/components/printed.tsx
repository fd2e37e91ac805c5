/** Everything that is finished. Each item is printed once, above what still moves, and then belongs to the terminal. */
import { Box, Static } from 'ink';
import type { ReactElement } from 'react';
import { useLook, useView } from '../app/hooks.js';
import { hasGap, itemLines } from '../render/item-lines.js';
import type { ViewItem } from '../state/view-state.js';
import { LinesView } from './lines-view.js';

export function Printed(): ReactElement {
  const { items, epoch } = useView();
  const look = useLook();
  return (
    <Static key={epoch} items={[...items]}>
      {(item: ViewItem) => (
        <Box key={item.id} marginTop={hasGap(item) ? 1 : 0}>
          <LinesView lines={itemLines(item, look)} />
        </Box>
      )}
    </Static>
  );
}
