import { Button, Group } from '@mantine/core';
import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { MAX_REQUEST_REASON } from '@vigil/shared/contract/limits';
import { listApprovals, postApproval } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvals } from '../../entities/approval/approvals.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { ApprovalFactList } from './approval-fact-list.tsx';

/**
 * An approver approves, or rejects with a reason; a decision may be changed. It is about the request that the form
 * shows.
 */
export function DecisionForm({ approval: opened, onClose }: { approval: AccessRequest; onClose: () => void }) {
  const [approval, setApproval] = useState(opened);
  const { t } = useTranslation('approvals');
  const { api } = useServices();
  const problemText = useProblemText();
  const change = approvals.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  const denial = useGuestSessionDenial()(postApproval);

  /** What the request is now, after a refusal: its requester may have changed it. */
  const showCurrent = async () => {
    const { pk, device_pk, proposal_time } = approval;
    if (device_pk === null) return;
    // A change makes the time of application later, and the requests before it could fill the answer.
    const query = { device_pk, start_date: proposal_time, search_mode: 'all' } as const;
    const { objects } = await api.call(listApprovals, { query });
    const current = objects.find((one) => one.pk === pk);
    if (current) setApproval(current);
  };
  const decide = async (is_accept: 0 | 1, react_reason: string) => {
    const { pk, proposal_time } = approval;
    try {
      await change(postApproval, { body: { pk, is_accept, react_reason, proposal_time } });
    } catch (error) {
      await showCurrent().catch(() => undefined);
      throw error;
    }
    notifyDone(t(is_accept === 1 ? 'approval-success.accepted' : 'approval-success.refused'));
    onClose();
  };
  const accept = useSingleFlightMutation({ mutationFn: () => decide(1, '') });
  const refuse = () =>
    openDialog(
      confirmationDialog({
        title: t('refuse_title'),
        text: t('refuse_text', { name: approval.requester_name }),
        submit: t('refuse'),
        danger: true,
        input: { label: t('field.react_reason'), limit: MAX_REQUEST_REASON },
        onConfirm: (reason) => decide(0, reason),
      }),
    );

  return (
    <>
      {accept.error && <FormMessage kind="refused">{problemText(accept.error)}</FormMessage>}
      {approval.approve_state === 2 && <FormMessage kind="note">{t('withdraw_note')}</FormMessage>}
      <ApprovalFactList approval={approval} />
      <Group justify="flex-end" gap="xs" mt="lg">
        {approval.can.reject === 1 && (
          <DisableWithReason reason={denial}>
            <Button variant="default" onClick={refuse} data-autofocus={approval.can.approve === 0 || undefined}>
              {t('refuse')}
            </Button>
          </DisableWithReason>
        )}
        {approval.can.approve === 1 && (
          <DisableWithReason reason={denial}>
            <Button loading={accept.isPending} onClick={() => accept.mutate()} data-autofocus>
              {t('accept')}
            </Button>
          </DisableWithReason>
        )}
      </Group>
    </>
  );
}
