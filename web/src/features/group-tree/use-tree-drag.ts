import { problems } from '@vigil/shared/contract/problems';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { beginDrag, draggedAtom } from '../../entities/group/drag.ts';
import type { GroupTree } from '../../entities/group/group-tree.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { notifyWarning } from '../../ui/toasts.ts';
import type { DropTarget } from './drop-rules.ts';
import type { SideTreeRow } from './tree-rows.ts';
import { useDrop } from './use-drop.ts';

/** Spec 2 §9: so much of a row is its edge when a group is dragged over it; there it becomes a sibling. */
const EDGE_PX = 3;

interface TreeDrag {
  canDrag: (row: SideTreeRow) => boolean;
  edgeOf: (row: SideTreeRow) => string | null;
  handlersOf: (row: SideTreeRow) => React.HTMLAttributes<HTMLDivElement>;
}

/** Dragging in and onto the tree, for administrators (spec 2 §4). */
export function useTreeDrag({ tree, enabled }: { tree: GroupTree; enabled: boolean }): TreeDrag {
  const { store } = useLiveData();
  const language = useLanguage();
  const [dragged, setDragged] = useAtom(draggedAtom);
  const [over, setOver] = useState<{ id: string; edge: string } | null>(null);
  const drop = useDrop(tree);

  const targetOf = (row: SideTreeRow, event: React.DragEvent): DropTarget | null => {
    if (row.kind === 'all' || row.kind === 'favourites') return { kind: row.kind };
    if (row.kind === 'device') {
      // A device leaf stands for the group it is in.
      const pk = store.get(row.pk)?.device_group_fk;
      const node = pk === undefined ? undefined : tree.byPk.get(pk);
      return node ? { kind: 'group', node, edge: 'inside' } : null;
    }
    if (dragged?.kind !== 'group') return { kind: 'group', node: row.node, edge: 'inside' };
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const y = event.clientY - top;
    return { kind: 'group', node: row.node, edge: y < EDGE_PX ? 'before' : y >= height - EDGE_PX ? 'after' : 'inside' };
  };

  const canDrag = (row: SideTreeRow) => enabled && (row.kind === 'device' || row.kind === 'group');

  const handlersOf = (row: SideTreeRow): React.HTMLAttributes<HTMLDivElement> => {
    if (!enabled) return {};
    return {
      onDragStart: (event) => {
        if (row.kind === 'device') {
          beginDrag(event.dataTransfer, store.get(row.pk)?.alias ?? '');
          setDragged({ kind: 'devices', pks: [row.pk] });
        } else if (row.kind === 'group' && row.node.isDefault) {
          event.preventDefault();
          notifyWarning(problems.moved_device_fail[language]);
        } else if (row.kind === 'group') {
          beginDrag(event.dataTransfer, row.node.group.name);
          setDragged({ kind: 'group', pk: row.node.group.pk });
        }
      },
      onDragEnd: () => {
        setDragged(null);
        setOver(null);
      },
      onDragOver: (event) => {
        if (!dragged) return;
        event.preventDefault();
        const target = targetOf(row, event);
        setOver({ id: row.id, edge: target?.kind === 'group' ? target.edge : 'inside' });
      },
      onDragLeave: () => setOver(null),
      onDrop: (event) => {
        event.preventDefault();
        setOver(null);
        const target = targetOf(row, event);
        if (target) drop(target);
      },
    };
  };

  return { canDrag, edgeOf: (row) => (over?.id === row.id ? over.edge : null), handlersOf };
}
