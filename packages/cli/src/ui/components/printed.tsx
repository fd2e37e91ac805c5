/**
 * Everything that is finished. Each item is printed once, above what still moves, and then belongs to the terminal; the end of
 * the conversation is printed anew when the screen was cleared.
 */
import { Box, Static } from 'ink';
import { useLayoutEffect, useState, type ReactElement } from 'react';
import { useLook, useScreenSize, useView } from '../app/hooks.js';
import { lastBlocks, newBlocks, type PrintedBlock } from '../render/printed-blocks.js';
import { LinesView } from './lines-view.js';

export function Printed(): ReactElement {
  const { items, epoch } = useView();
  const look = useLook();
  const { rows } = useScreenSize();
  const [done, setDone] = useState({ epoch: -1, id: 0 });
  const last = items.at(-1)?.id ?? 0;
  const blocks = done.epoch === epoch ? newBlocks(items, done.id, look) : lastBlocks(items, rows, look);
  // With the commit that prints them: a new one can't come between.
  useLayoutEffect(() => setDone({ epoch, id: last }), [epoch, last]);
  return (
    <Static key={`${epoch} ${blocks[0]?.id ?? 'none'}`} items={[...blocks]}>
      {({ id, lines, gap }: PrintedBlock) => (
        <Box key={id} marginTop={gap ? 1 : 0}>
          <LinesView lines={lines} />
        </Box>
      )}
    </Static>
  );
}
