/** A dialog of pages, drawn; what keys make of it is in menu-state. */
import type { ReactElement } from 'react';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { shareRows } from '../app/rows.js';
import { LinesView } from '../components/lines-view.js';
import type { Dialog } from '../dialogs/dialog-desk.js';
import { useDialogInput, useDialogReady } from '../dialogs/dialog-host.js';
import type { ListItem } from '../dialogs/scroll-list.js';
import { menuKey, openMenu, type ListPage, type MenuPage } from './menu-state.js';
import { menuLines } from './menu-lines.js';

export const menuDialog = <Result,>(name: string, page: MenuPage<Result>): Dialog<Result | undefined> => ({
  name,
  render: (done) => <Menu page={page} done={done} />,
});

/** One list, and the value that is chosen. */
export const pickDialog = <Value,>(
  name: string,
  { items, ...page }: Omit<ListPage<Value>, 'kind' | 'items'> & { readonly items: readonly ListItem<Value>[] },
): Dialog<Value | undefined> =>
  menuDialog(name, {
    ...page,
    kind: 'list',
    items: items.map((item) => ({ ...item, value: () => ({ kind: 'done', result: item.value }) })),
  });

function Menu<Result>({
  page,
  done,
}: {
  readonly page: MenuPage<Result>;
  readonly done: (result: Result | undefined) => void;
}): ReactElement {
  const state = useCurrent(openMenu(page));
  const look = useLook();
  const rows = shareRows(useScreenSize().rows, true).dialog;
  const ready = useDialogReady();
  useDialogInput((event) => {
    const move = menuKey(state.now(), event);
    if (move?.kind === 'state') state.set(move.state);
    else if (move?.kind === 'done') done(move.result);
    else if (move?.kind === 'dismissed') done(undefined);
  });
  return <LinesView lines={menuLines(state.shown, { ...look, rows, ready })} />;
}
