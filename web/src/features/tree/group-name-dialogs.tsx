import { createGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../entities/group/group-tree.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { groupsKey, useGroups } from '../../entities/group/use-groups.ts';
import { notifyDone } from '../../ui/notify.ts';
import { TextDialog } from '../../ui/text-dialog.tsx';

/** Spec 2 §9. */
const NAME_LIMIT = 40;

export function CreateGroupDialog({ request, onClose }: DialogProps<'group-create'>) {
  const { t } = useTranslation('tree');
  const { api } = useServices();
  const { tree } = useGroups();
  const queries = useQueryClient();
  const parent = request.parent === null ? undefined : tree.byPk.get(request.parent);

  const create = async (name: string) => {
    const root_group_fk = pathOf(parent)[0]?.pk ?? null;
    await api.call(createGroup, { body: { name, group_fk: request.parent, root_group_fk } });
    await queries.invalidateQueries({ queryKey: groupsKey });
    notifyDone(t('created'));
  };

  return (
    <TextDialog
      title={parent ? t('create_in', { name: parent.group.name }) : t('create_title')}
      label={t('name')}
      initial=""
      limit={NAME_LIMIT}
      onSubmit={create}
      onClose={onClose}
    />
  );
}

export function RenameGroupDialog({ request, onClose }: DialogProps<'group-rename'>) {
  const { t } = useTranslation('tree');
  const { api } = useServices();
  const { tree } = useGroups();
  const queries = useQueryClient();
  const name = tree.byPk.get(request.pk)?.group.name ?? '';

  const rename = async (next: string) => {
    await api.call(updateGroup, { params: { pk: String(request.pk) }, body: { name: next } });
    await queries.invalidateQueries({ queryKey: groupsKey });
    notifyDone(t('renamed'));
  };

  return (
    <TextDialog
      title={t('rename_title', { name })}
      label={t('name')}
      initial={name}
      limit={NAME_LIMIT}
      onSubmit={rename}
      onClose={onClose}
    />
  );
}
