import type { GroupPk } from '@vigil/shared/contract/ids';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Count, GroupTree } from '../../entities/group/group-tree.ts';
import { GroupTools } from './group-tools.tsx';
import { isExpandArrow, TreeRowView } from './tree-row-view.tsx';
import type { TreeRow } from './tree-rows.ts';
import classes from './tree.module.css';
import { useTreeDrag } from './use-tree-drag.ts';
import { keyMoves } from './tree-keys.ts';

const ROW_HEIGHT = 30;

interface TreeListProps {
  tree: GroupTree;
  rows: readonly TreeRow[];
  selectedIds: ReadonlySet<string>;
  countOf: (row: TreeRow) => Count | null;
  isAdmin: boolean;
  onSelect: (row: TreeRow) => void;
  onOpen: (pk: GroupPk, open: boolean) => void;
}

/** The rows of the tree, virtualised; one of them is in the tab order, arrow keys move between them. */
export function TreeList({ tree, rows, selectedIds, countOf, isAdmin, onSelect, onOpen }: TreeListProps) {
  const { t } = useTranslation('tree');
  const scroll = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState('all');
  const drag = useTreeDrag({ tree, enabled: isAdmin });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const focused = rows.some(({ id }) => id === focusedId) ? focusedId : (rows[0]?.id ?? '');

  const focus = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocusedId(row.id);
    virtual.scrollToIndex(index);
    requestAnimationFrame(() => document.getElementById(`tree-${row.id}`)?.focus());
  };
  const toggle = (row: TreeRow) => row.kind === 'group' && row.hasChildren && onOpen(row.node.group.pk, !row.open);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (
      event.target !== event.currentTarget.ownerDocument.activeElement ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    const index = rows.findIndex(({ id }) => id === focused);
    const move = keyMoves[event.key]?.(rows, index);
    if (!move) return;
    event.preventDefault();
    if (move.kind === 'focus') focus(move.index);
    else if (move.kind === 'select') onSelect(move.row);
    else onOpen(move.pk, move.open);
  };

  return (
    <div ref={scroll} className={classes.scroll}>
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
              tools={isAdmin && row.kind === 'group' ? <GroupTools group={row.node.group} /> : null}
              handlers={{
                ...drag.handlersOf(row),
                onFocus: () => setFocusedId(row.id),
                onClick: (event) => {
                  setFocusedId(row.id);
                  if (isExpandArrow(event.target)) toggle(row);
                  else onSelect(row);
                },
                onDoubleClick: () => toggle(row),
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
