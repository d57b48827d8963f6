import { TreeSelect } from '@mantine/core';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { moveGroupDialog } from '../../entities/group/dialogs.ts';
import { groupTreeOptions } from '../../entities/group/group-tree-options.ts';
import { rootOf } from '../../entities/group/group-tree.ts';
import { useGroupMutations, useGroups } from '../../entities/group/use-groups.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

const TOP = 'top';

/** Moves a group into another one or to the top level; the alternative to dragging that works without a mouse. */
export function MoveGroupDialog({ request: { pk }, onClose }: DialogProps<typeof moveGroupDialog>) {
  const { t } = useTranslation('tree');
  const { tree } = useGroups();
  const edits = useGroupMutations();
  const problemText = useProblemText();
  const node = tree.byPk.get(pk);
  const [chosen, setChosen] = useState(node?.parent ? String(node.parent.group.pk) : TOP);
  const submit = useSingleFlightMutation({
    mutationFn: async () => {
      const parent = chosen === TOP ? undefined : tree.byPk.get(Number(chosen) as GroupPk);
      await edits.move(pk, parent?.group.pk ?? null, parent ? rootOf(parent) : null);
    },
    onSuccess: () => {
      notifyDone(t('moved_group'));
      onClose();
    },
  });
  const isUnchanged = chosen === (node?.parent ? String(node.parent.group.pk) : TOP);

  return (
    <Dialog onClose={onClose} title={t('move_group_title', { name: node?.group.name ?? '' })} size="sm">
      <TreeSelect
        label={t('move_group_field')}
        data={[{ value: TOP, label: t('top_level') }, ...groupTreeOptions(tree, node)]}
        value={chosen}
        onChange={(value) => value !== null && setChosen(value)}
        error={submit.error && problemText(submit.error)}
        searchable
        data-autofocus
      />
      <DialogFooter
        submit={t('move_submit')}
        isPending={submit.isPending}
        isDisabled={isUnchanged}
        onSubmit={() => submit.mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
}
