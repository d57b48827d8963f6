import type { GroupPk } from '@vigil/shared/contract/ids';
import type { SideTreeRow } from './tree-rows.ts';

export type TreeKeyAction =
  | { kind: 'focus'; index: number }
  | { kind: 'select'; row: SideTreeRow }
  | { kind: 'open'; pk: GroupPk; open: boolean };

type Key = (rows: readonly SideTreeRow[], index: number) => TreeKeyAction | null;

const focus = (rows: readonly SideTreeRow[], index: number): TreeKeyAction | null =>
  index >= 0 && index < rows.length ? { kind: 'focus', index } : null;

const select: Key = (rows, index) => {
  const row = rows[index];
  return row ? { kind: 'select', row } : null;
};

const openOrEnter: Key = (rows, index) => {
  const row = rows[index];
  if (row?.kind !== 'group' || !row.hasChildren) return null;
  return row.open ? focus(rows, index + 1) : { kind: 'open', pk: row.node.group.pk, open: true };
};

const closeOrLeave: Key = (rows, index) => {
  const row = rows[index];
  if (row?.kind === 'group' && row.open) return { kind: 'open', pk: row.node.group.pk, open: false };
  const parent = rows.findLastIndex((one, at) => at < index && row !== undefined && one.depth < row.depth);
  return focus(rows, parent);
};

/** The keys of a tree (WAI-ARIA authoring practices, tree view). */
export const keyMoves: { readonly [key: string]: Key | undefined } = {
  ArrowDown: (rows, index) => focus(rows, index + 1),
  ArrowUp: (rows, index) => focus(rows, index - 1),
  Home: (rows) => focus(rows, 0),
  End: (rows) => focus(rows, rows.length - 1),
  ArrowRight: openOrEnter,
  ArrowLeft: closeOrLeave,
  Enter: select,
  ' ': select,
};
