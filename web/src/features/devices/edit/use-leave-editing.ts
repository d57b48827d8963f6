import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../../lib/dialog-stack.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { useLiveData } from '../../../live/use-fleet.ts';
import { choiceDialog } from '../../../ui/dialogs.ts';
import { countChanged } from './drafts.ts';
import { draftsAtom, cancelEditingAtom } from './edit-state.ts';

/** `/en/device/7/12` → `/en/device/7`: the panel of a device opens beside the list. */
const listOf = (pathname: string): string => pathname.split('/').slice(0, 4).join('/');

/** How many devices have unsaved changes, at the moment of the call: a device may be deleted by another user. */
function useCountUnsaved(): () => number {
  const { store } = useLiveData();
  const drafts = useAtomValue(draftsAtom);
  return useCallback(() => countChanged(drafts, store.get), [drafts, store]);
}

/** Asks before what was typed is lost, then ends editing and goes on. */
export function useConfirmLeaveEditing(): (leave: () => void, stay?: () => void) => void {
  const { t } = useTranslation(['devices', 'common']);
  const countUnsaved = useCountUnsaved();
  const openDialog = useSetAtom(openDialogAtom);
  const end = useSetAtom(cancelEditingAtom);
  return useCallback(
    (leave, stay) => {
      const go = () => {
        end();
        leave();
      };
      const count = countUnsaved();
      if (count === 0) return go();
      openDialog(
        choiceDialog({
          title: t('edit.leave_title'),
          text: t('edit.leave_text', { count }),
          actions: [
            { label: t('edit.stay'), primary: true, run: () => stay?.() },
            { label: t('edit.discard'), run: go },
          ],
          ...(stay && { onDismiss: stay }),
        }),
      );
    },
    [countUnsaved, end, openDialog, t],
  );
}

/**
 * Guards another list, another page and the closing of the tab. Editing ends with the page, also when the session does:
 * the next user has other devices.
 */
export function useEditingGuard(): void {
  const end = useSetAtom(cancelEditingAtom);
  useEffect(() => end, [end]);
  const hasDrafts = useAtomValue(draftsAtom).size > 0;
  const countUnsaved = useCountUnsaved();
  const leaveEditing = useConfirmLeaveEditing();
  useLeaveGuard({
    isDirty: () => countUnsaved() > 0,
    warns: hasDrafts,
    isSamePlace: (from, to) => listOf(from) === listOf(to),
    ask: leaveEditing,
  });
}
