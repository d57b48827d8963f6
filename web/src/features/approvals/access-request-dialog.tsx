import { Button, Group } from '@mantine/core';
import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { problems } from '@vigil/shared/contract/problems';
import { postApproval } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { approvalStatusOf } from '../../entities/approval/approvals.ts';
import { approvalDialog, type ApprovalDialogInput } from '../../entities/approval/dialogs.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { openDialogAtom, type DialogProps } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { ApprovalFactList } from './approval-fact-list.tsx';
import { DecisionForm } from './decision-form.tsx';
import { RequestForm } from './request-form.tsx';
import { useWithdrawRequest } from './use-withdraw-request.ts';

/** A request for access to a device, in its six modes (spec 1 §2). */
export function AccessRequestDialog({ request, onClose }: DialogProps<typeof approvalDialog>) {
  const { t } = useTranslation('approvals');
  return (
    <Dialog title={t(`title.${request.mode}`)} size="md" onClose={onClose}>
      <Content request={request} onClose={onClose} />
    </Dialog>
  );
}

function Content({ request, onClose }: DialogProps<typeof approvalDialog>) {
  if (request.mode === 'new') return <RequestForm device={request.device} onClose={onClose} />;
  const { mode, approval } = request;
  if (mode === 'admin') return <DecisionForm approval={approval} onClose={onClose} />;
  if ((mode === 'renew' || mode === 'resubmit') && approval.device_pk !== null) {
    const device = { pk: approval.device_pk, alias: approval.device_alias };
    return <RequestForm device={device} before={approval} isChange={mode === 'resubmit'} onClose={onClose} />;
  }
  if (approval.can.approve === 1 || approval.can.reject === 1)
    return <DecisionForm approval={approval} onClose={onClose} />;
  return <ApprovalState mode={mode} approval={approval} onClose={onClose} />;
}

interface ApprovalStateProps {
  mode: ApprovalDialogInput['mode'];
  approval: AccessRequest;
  onClose: () => void;
}

/** A request without a form: its state, and for its requester a button to change it or to ask again. */
function ApprovalState({ mode, approval, onClose }: ApprovalStateProps) {
  const { t } = useTranslation(['approvals', 'common']);
  const openDialog = useSetAtom(openDialogAtom);
  const denial = useGuestSessionDenial()(postApproval);
  const withdraw = useWithdrawRequest();
  const language = useLanguage();
  const next = approval.can.resubmit === 1 ? 'resubmit' : approval.can.renew === 1 ? 'renew' : null;
  const openForm = () => {
    if (next === null) return;
    onClose();
    openDialog(approvalDialog({ mode: next, approval }));
  };
  return (
    <>
      {mode === 'ing' && (
        <FormMessage kind="note">
          {approval.approver_pk === null
            ? t(approval.is_over === 1 ? 'lapsed_any' : 'waiting_any')
            : t(approval.is_over === 1 ? 'lapsed' : 'waiting', { name: approval.approver_name })}
        </FormMessage>
      )}
      {approval.waits_for_other === 1 && approvalStatusOf(approval) === 'in_progress' && (
        <FormMessage kind="note">{problems.own_request[language]}</FormMessage>
      )}
      {mode === 'reject' && <FormMessage kind="refused">{t('refused')}</FormMessage>}
      <ApprovalFactList approval={approval} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
        {next === 'resubmit' && (
          <DisableWithReason reason={denial}>
            <Button
              variant="default"
              onClick={() => {
                onClose();
                withdraw(approval);
              }}
            >
              {t('withdraw')}
            </Button>
          </DisableWithReason>
        )}
        {next !== null && (
          <DisableWithReason reason={denial}>
            <Button onClick={openForm}>{t(next === 'renew' ? 'again' : 'change')}</Button>
          </DisableWithReason>
        )}
      </Group>
    </>
  );
}
