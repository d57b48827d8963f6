import { MAX_GROUP_NAME } from '@vigil/shared/contract/limits';
import { useTranslation } from 'react-i18next';
import type { createGroupDialog, renameGroupDialog } from '../../entities/group/dialogs.ts';
import { groupsOnPathTo } from '../../entities/group/group-tree.ts';
import { useGroupMutations, useGroups } from '../../entities/group/use-groups.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** Spec 2 §9. */

export function CreateGroupDialog({ request, onClose }: DialogProps<typeof createGroupDialog>) {
  const { t } = useTranslation('tree');
  const { tree } = useGroups();
  const edits = useGroupMutations();
  const parent = request.parent === null ? undefined : tree.byPk.get(request.parent);

  const create = async (name: string) => {
    await edits.create(name, request.parent, groupsOnPathTo(parent)[0]?.pk ?? null);
    notifyDone(t('created_group'));
  };

  return (
    <TextDialog
      title={parent ? t('create_in', { name: parent.group.name }) : t('create_title')}
      label={t('name')}
      initial=""
      limit={MAX_GROUP_NAME}
      onSubmit={create}
      onClose={onClose}
    />
  );
}

export function RenameGroupDialog({ request, onClose }: DialogProps<typeof renameGroupDialog>) {
  const { t } = useTranslation('tree');
  const { tree } = useGroups();
  const edits = useGroupMutations();
  const name = tree.byPk.get(request.pk)?.group.name ?? '';

  const rename = async (next: string) => {
    await edits.rename(request.pk, next);
    notifyDone(t('renamed'));
  };

  return (
    <TextDialog
      title={t('rename_title', { name })}
      label={t('name')}
      initial={name}
      limit={MAX_GROUP_NAME}
      onSubmit={rename}
      onClose={onClose}
    />
  );
}
