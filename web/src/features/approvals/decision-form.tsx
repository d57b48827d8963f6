import { Button, Group, Textarea } from '@mantine/core';
import { postApproval, type Approval } from '@vigil/shared/contract/http/approvals';
import { problemTexts } from '@vigil/shared/contract/problem-texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalsKey } from '../../lib/approvals.ts';
import { useServices } from '../../lib/services.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { ApprovalFacts } from './approval-facts.tsx';

/** An approver says yes, or no with a reason. */
export function DecisionForm({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { t } = useTranslation('approvals');
  const { api } = useServices();
  const language = useLanguage();
  const problemText = useProblemText();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const decide = useMutation({
    mutationFn: (is_accept: 0 | 1) =>
      // A reason goes with a refusal only.
      api.call(postApproval, { body: { pk: approval.pk, is_accept, react_reason: is_accept === 1 ? '' : reason } }),
    onSuccess: async (_, is_accept) => {
      await queries.invalidateQueries({ queryKey: approvalsKey });
      notifyDone(t(is_accept === 1 ? 'done.accepted' : 'done.refused'));
      onClose();
    },
  });
  const refuse = () => (reason.trim() === '' ? setMissing(true) : decide.mutate(0));

  return (
    <>
      {decide.error && <FormMessage kind="refused">{problemText(decide.error)}</FormMessage>}
      <ApprovalFacts approval={approval} />
      <Textarea
        mt="md"
        label={t('refusal_reason')}
        autosize
        minRows={3}
        maxRows={6}
        maxLength={1_000}
        value={reason}
        error={missing && reason.trim() === '' ? problemTexts.approvals_reason[language] : null}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" loading={decide.isPending && decide.variables === 0} onClick={refuse}>
          {t('refuse')}
        </Button>
        <Button loading={decide.isPending && decide.variables === 1} onClick={() => decide.mutate(1)}>
          {t('accept')}
        </Button>
      </Group>
    </>
  );
}
