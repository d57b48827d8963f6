import type { GroupPk } from '@vigil/shared/contract/ids';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteGroupDialog } from '../../entities/group/dialogs.ts';
import { withDescendants, type GroupNode } from '../../entities/group/group-tree.ts';
import { useGroupCounts, useGroupMutations, useGroups } from '../../entities/group/use-groups.ts';
import { deleteInParallel, type DeletionProgress } from '../../lib/deletion.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';

/**
 * Asks, with the numbers of subgroups and devices, and deletes some groups of one level, each by a call of its own;
 * keeps the outcome of each when one failed.
 * @param onDeleted receives the groups that are left
 */
export function useGroupDeletion(onDeleted: (left: readonly GroupPk[]) => void) {
  const { t } = useTranslation('groups');
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const edits = useGroupMutations();
  const { tree } = useGroups();
  const counts = useGroupCounts(tree);
  const [deletion, setDeletion] = useState<DeletionProgress<GroupNode> | null>(null);

  const run = async (nodes: readonly GroupNode[]): Promise<void> => {
    const left = await deleteInParallel(nodes, {
      remove: async ({ group }) => edits.remove(group.pk, counts.get(group.pk)?.total),
      textOf: problemText,
      onProgress: setDeletion,
    });
    if (left.length < nodes.length) notifyDone(t('deleted_group', { count: nodes.length - left.length }));
    if (left.length === 0) setDeletion(null);
    onDeleted(left.map(({ group }) => group.pk));
  };

  const ask = (nodes: readonly GroupNode[]): void => {
    const [first] = nodes;
    if (nodes.length === 1 && first) return openDialog(deleteGroupDialog({ pk: first.group.pk }));
    const groups = nodes.reduce((sum, node) => sum + withDescendants(node).length, 0) - nodes.length;
    const count = nodes.reduce((sum, { group }) => sum + (counts.get(group.pk)?.total ?? 0), 0);
    openDialog(
      confirmationDialog({
        danger: true,
        count: Math.max(count, 1),
        title: t('delete_title', { count: nodes.length }),
        text: t('delete_text', { groups, count }),
        items: nodes.map(({ group }) => group.name),
        submit: t('delete'),
        onConfirm: async () => {
          void run(nodes);
        },
      }),
    );
  };

  return { ask, deletion, close: () => setDeletion(null) };
}
