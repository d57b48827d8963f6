import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { moveDevices } from '@vigil/shared/contract/routes/devices';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupTree } from '../../entities/group/group-tree.ts';
import { useGroupActions } from '../../entities/group/use-group-actions.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { notifyWarning } from '../../ui/toasts.ts';
import { groupKeyAction } from './group-keys.ts';
import { GroupTools } from './group-tools.tsx';
import { keyMoves } from './tree-keys.ts';
import { isExpandArrow, TreeRowView, type TreeRowCounts } from './tree-row-view.tsx';
import type { SideTreeRow } from './tree-rows.ts';
import { useDragScroll } from './use-drag-scroll.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import classes from './tree.module.css';

const ROW_HEIGHT = 30;
/** As large as a finger. */
const PHONE_ROW_HEIGHT = 40;

interface TreeListProps {
  tree: GroupTree;
  rows: readonly SideTreeRow[];
  selectedIds: ReadonlySet<string>;
  countOf: (row: SideTreeRow) => TreeRowCounts | null;
  isAdmin: boolean;
  onSelect: (row: SideTreeRow) => void;
  onOpen: (pk: GroupPk, open: boolean) => void;
}

/** The rows of the tree, virtualised; one of them is in the tab order, arrow keys move between them. */
export function TreeList({ tree, rows, selectedIds, countOf, isAdmin, onSelect, onOpen }: TreeListProps) {
  const { t } = useTranslation('tree');
  const scroll = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState('all');
  const [menuOf, setMenuOf] = useState<string | null>(null);
  const denialOf = useGuestSessionDenial();
  const actions = useGroupActions();
  const drag = useTreeDrag({ tree, enabled: isAdmin && denialOf(moveDevices) === null });
  const dragScroll = useDragScroll(scroll);
  const rowHeight = useMediaQuery(MOBILE_MEDIA_QUERY, undefined, { getInitialValueInEffect: false })
    ? PHONE_ROW_HEIGHT
    : ROW_HEIGHT;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const focused = rows.some(({ id }) => id === focusedId) ? focusedId : (rows[0]?.id ?? '');

  const rowOf = (id: string) => document.getElementById(`tree-${id}`);
  const focus = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocusedId(row.id);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => rowOf(row.id)?.focus());
  };
  const toggle = (row: SideTreeRow) => row.kind === 'group' && row.hasChildren && onOpen(row.node.group.pk, !row.open);

  const openMenu = (row: SideTreeRow, opened: boolean) => {
    setMenuOf(opened ? row.id : null);
    // The dialog that an item opens gives the focus back to where it was: to the row.
    if (!opened) rowOf(row.id)?.focus();
  };
  /** Returns whether the key belongs to the group in the row. */
  const onGroupKey = (row: SideTreeRow | undefined, event: React.KeyboardEvent): boolean => {
    const action = isAdmin && row?.kind === 'group' ? groupKeyAction(event) : null;
    if (action === null || row?.kind !== 'group') return false;
    const { group } = row.node;
    if (action === 'menu') openMenu(row, true);
    else {
      const reason = actions.reasonAgainst(action, group);
      if (reason === null) actions.start(action, group);
      else notifyWarning(reason);
    }
    return true;
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    // The menu of a group is a child of its row for React, not for the document; its keys are its own, also those
    // pressed in the moment before it has the focus.
    if (
      menuOf !== null ||
      !event.currentTarget.contains(event.target as Node) ||
      event.target !== event.currentTarget.ownerDocument.activeElement ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    const index = rows.findIndex(({ id }) => id === focused);
    if (onGroupKey(rows[index], event)) return event.preventDefault();
    const move = keyMoves[event.key]?.(rows, index);
    if (!move) return;
    event.preventDefault();
    if (move.kind === 'focus') focus(move.index);
    else if (move.kind === 'select') onSelect(move.row);
    else onOpen(move.pk, move.open);
  };

  return (
    <div
      ref={scroll}
      className={classes.scroll}
      onDragOver={dragScroll.onDragOver}
      onDragLeave={dragScroll.stop}
      onDrop={dragScroll.stop}
    >
      <div
        role="tree"
        aria-label={t('label')}
        tabIndex={-1}
        className={classes.canvas}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <TreeRowView
              key={row.id}
              row={row}
              style={{ top: item.start }}
              selected={selectedIds.has(row.id)}
              focused={row.id === focused}
              count={countOf(row)}
              dropEdge={drag.edgeOf(row)}
              draggable={drag.canDrag(row)}
              tools={
                isAdmin && row.kind === 'group' ? (
                  <GroupTools
                    group={row.node.group}
                    opened={menuOf === row.id}
                    onChange={(opened) => openMenu(row, opened)}
                  />
                ) : null
              }
              handlers={{
                ...drag.handlersOf(row),
                onFocus: () => setFocusedId(row.id),
                onClick: (event) => {
                  setFocusedId(row.id);
                  if (isExpandArrow(event.target)) toggle(row);
                  else onSelect(row);
                },
                onDoubleClick: () => toggle(row),
                // Also the menu key of a keyboard, and a long press where the system has one.
                onContextMenu: (event) => {
                  if (!isAdmin || row.kind !== 'group') return;
                  event.preventDefault();
                  openMenu(row, true);
                },
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
