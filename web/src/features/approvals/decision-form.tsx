import { Button, Group } from '@mantine/core';
import type { Approval } from '@vigil/shared/contract/http/approvals';
import { postApproval } from '../../endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { approvalsKey } from '../../entities/approval/approvals.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { ApprovalFields } from './approval-fields.tsx';

/** The limit of the contract. */
const REASON_LIMIT = 1_000;

/** An approver accepts, or refuses with a reason. */
export function DecisionForm({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { t } = useTranslation('approvals');
  const { api } = useServices();
  const problemText = useProblemText();
  const queries = useQueryClient();
  const openDialog = useSetAtom(openDialogAtom);

  const decide = async (is_accept: 0 | 1, react_reason: string) => {
    await api.call(postApproval, { body: { pk: approval.pk, is_accept, react_reason } });
    await queries.invalidateQueries({ queryKey: approvalsKey });
    notifyDone(t(is_accept === 1 ? 'done.accepted' : 'done.refused'));
    onClose();
  };
  const accept = useMutation({ mutationFn: () => decide(1, '') });
  const refuse = () =>
    openDialog({
      kind: 'confirm',
      title: t('refuse_title'),
      text: t('refuse_text', { name: approval.requester_name }),
      submit: t('refuse'),
      danger: true,
      input: { label: t('field.react_reason'), limit: REASON_LIMIT },
      onConfirm: (reason) => decide(0, reason),
    });

  return (
    <>
      {accept.error && <FormMessage kind="refused">{problemText(accept.error)}</FormMessage>}
      <ApprovalFields approval={approval} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={refuse}>
          {t('refuse')}
        </Button>
        <Button loading={accept.isPending} onClick={() => accept.mutate()} data-autofocus>
          {t('accept')}
        </Button>
      </Group>
    </>
  );
}
