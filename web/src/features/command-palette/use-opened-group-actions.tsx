import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconFolderSymlink, IconPencil, IconTrash, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useListScope } from '../../entities/device/device-address.ts';
import { useGroupActions, type GroupAction } from '../../entities/group/use-group-actions.ts';
import { useGroups } from '../../entities/group/use-groups.ts';

/** What can be done with the group whose list is open; the dragging of its row needs a mouse. */
export function useOpenedGroupActions(): SpotlightActionGroupData {
  const { t } = useTranslation(['shell', 'tree']);
  const { tree } = useGroups();
  const scope = useListScope();
  const { isOffered, reasonAgainst, start } = useGroupActions();
  const group = typeof scope === 'number' ? tree.byPk.get(scope)?.group : undefined;
  if (!group || !isOffered) return { group: '', actions: [] };
  const possible = (action: GroupAction, name: string, Shape: Icon) =>
    reasonAgainst(action, group) === null
      ? [
          {
            id: `group-${action}`,
            label: t('palette.act_for', { action: name, name: group.name }),
            keywords: [name],
            leftSection: <Shape size={18} stroke={1.6} />,
            onClick: () => start(action, group),
          },
        ]
      : [];
  return {
    group: group.name,
    actions: [
      ...possible('move', t('tree:move_group'), IconFolderSymlink),
      ...possible('rename', t('tree:rename_group'), IconPencil),
      ...possible('delete', t('tree:delete_group'), IconTrash),
    ],
  };
}
