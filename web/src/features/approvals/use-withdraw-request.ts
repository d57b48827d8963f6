import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { withdrawApproval } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { approvals } from '../../entities/approval/approvals.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';

/** Withdraws the user's own request that nobody has decided, after a question. */
export function useWithdrawRequest(): (request: AccessRequest) => void {
  const { t } = useTranslation('approvals');
  const change = approvals.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  return ({ pk, device_alias: name }) =>
    openDialog(
      confirmationDialog({
        title: t('withdraw_title', { name }),
        text: t('withdraw_text'),
        submit: t('withdraw'),
        onConfirm: async () => {
          await change(withdrawApproval, { params: { pk: String(pk) } });
          notifyDone(t('approval-success.withdrawn'));
        },
      }),
    );
}
