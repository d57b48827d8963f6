import { useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { actionDialog } from '../../ui/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';

/** Asks before what was changed and not saved is lost. */
export function useAskLeave(): (go: () => void, stay: () => void) => void {
  const { t } = useTranslation('functions');
  const openDialog = useSetAtom(openDialogAtom);
  return useCallback(
    (go, stay) =>
      openDialog(
        actionDialog({
          title: t('leave.title'),
          text: t('leave.text'),
          actions: [
            { label: t('leave.stay'), primary: true, run: stay },
            { label: t('leave.discard'), run: go },
          ],
          onDismiss: stay,
        }),
      ),
    [openDialog, t],
  );
}
