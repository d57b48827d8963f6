import { Button } from '@mantine/core';
import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { MAX_REQUEST_REASON } from '@vigil/shared/contract/limits';
import { postApproval } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvals } from '../../entities/approval/approvals.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { runParallelCountingFailures } from '../../lib/in-parallel.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/toasts.ts';

const AT_MOST = 4;

const namesOf = (list: readonly AccessRequest[]): readonly string[] =>
  list.map((one) => `${one.device_alias} (${one.requester_name || one.requester_id})`);

/** Decides the selected requests: each is a request of its own, and one that fails does not stop the others. */
export function DecideButtons({ chosen, onDone }: { chosen: readonly AccessRequest[]; onDone: () => void }) {
  const { t } = useTranslation('approvals');
  const { api } = useServices();
  const reread = approvals.useReread();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const denial = useGuestSessionDenial()(postApproval);
  const [isBusy, setBusy] = useState(false);

  const decide = async (list: readonly AccessRequest[], is_accept: 0 | 1, react_reason: string) => {
    setBusy(true);
    const { total, failed, firstError } = await runParallelCountingFailures(
      list,
      async ({ pk, proposal_time }) =>
        void (await api.call(postApproval, { body: { pk, is_accept, react_reason, proposal_time } })),
      AT_MOST,
    );
    setBusy(false);
    await reread();
    if (failed < total) notifyDone(t(is_accept === 1 ? 'approved' : 'rejected', { count: total - failed }));
    if (failed > 0) notifyFailed(problemText(firstError), t('not_decided', { count: failed }));
    onDone();
  };
  const approve = () => {
    const list = chosen.filter(({ can }) => can.approve === 1);
    if (list.length === 0) return notifyWarning(t('select_approvable'));
    openDialog(
      confirmationDialog({
        title: t('approve_title', { count: list.length }),
        text: t('approve_text'),
        items: namesOf(list),
        submit: t('approve'),
        onConfirm: async () => decide(list, 1, ''),
      }),
    );
  };
  const reject = () => {
    const list = chosen.filter(({ can }) => can.reject === 1);
    if (list.length === 0) return notifyWarning(t('select_request'));
    openDialog(
      confirmationDialog({
        title: t('reject_title', { count: list.length }),
        text: t('reject_text', { count: list.length }),
        items: namesOf(list),
        submit: t('refuse'),
        danger: true,
        input: { label: t('field.react_reason'), limit: MAX_REQUEST_REASON },
        onConfirm: async (reason) => void decide(list, 0, reason),
      }),
    );
  };
  return (
    <>
      <DisableWithReason reason={denial}>
        <Button size="xs" loading={isBusy} onClick={approve}>
          {t('approve_selected')}
        </Button>
      </DisableWithReason>
      <DisableWithReason reason={denial}>
        <Button size="xs" variant="default" disabled={isBusy} onClick={reject}>
          {t('reject_selected')}
        </Button>
      </DisableWithReason>
    </>
  );
}
