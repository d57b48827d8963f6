import type { Group } from '@vigil/shared/contract/group';
import { deleteGroup, updateGroup } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useGuestSessionDenial } from '../session/use-guest-session-denial.ts';
import { useViewer } from '../session/viewer.ts';
import { deleteGroupDialog, deviceLimitDialog, moveGroupDialog, renameGroupDialog } from './dialogs.ts';

/** What an administrator does with a group in a dialog. */
export type GroupAction = 'rename' | 'limit' | 'move' | 'delete';

const dialogs = {
  rename: renameGroupDialog,
  limit: deviceLimitDialog,
  move: moveGroupDialog,
  delete: deleteGroupDialog,
} as const satisfies Record<GroupAction, unknown>;

interface GroupActions {
  /** Whether this user has the menu of groups at all. */
  isOffered: boolean;
  /** Why an action on this group is not possible, or null. */
  reasonAgainst: (action: GroupAction, group: Group) => string | null;
  start: (action: GroupAction, group: Group) => void;
}

export function useGroupActions(): GroupActions {
  const { t } = useTranslation('tree');
  const { viewer } = useViewer();
  const denialOf = useGuestSessionDenial();
  const openDialog = useSetAtom(openDialogAtom);
  return {
    isOffered: viewer.flags.isAdmin,
    reasonAgainst: (action, group) =>
      denialOf(action === 'delete' ? deleteGroup : updateGroup) ??
      (group.flag_df_group === 1 ? t('default_group') : null),
    start: (action, { pk }) => openDialog(dialogs[action]({ pk })),
  };
}
