import { Button, Group } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom, type DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { ApprovalFields } from './approval-fields.tsx';
import { DecisionForm } from './decision-form.tsx';
import { RequestForm } from './request-form.tsx';

/** A request for access to a device, in its six modes (spec 1 §2). */
export function ApprovalDialog({ request, onClose }: DialogProps<'approval'>) {
  const { t } = useTranslation('approvals');
  return (
    <Dialog title={t(`title.${request.mode}`)} size="md" onClose={onClose}>
      <Content request={request} onClose={onClose} />
    </Dialog>
  );
}

function Content({ request, onClose }: DialogProps<'approval'>) {
  if (request.mode === 'new') return <RequestForm device={request.device} before={null} onClose={onClose} />;
  const { mode, approval } = request;
  if (mode === 'admin') return <DecisionForm approval={approval} onClose={onClose} />;
  if (mode === 'renew' && approval.device_pk !== null) {
    const device = { pk: approval.device_pk, alias: approval.device_alias };
    return <RequestForm device={device} before={approval} onClose={onClose} />;
  }
  return <ApprovalState request={request} onClose={onClose} />;
}

/** A request without a form: its state, and for a refused one a button to renew it. */
function ApprovalState({ request, onClose }: DialogProps<'approval'>) {
  const { t } = useTranslation(['approvals', 'common']);
  const openDialog = useSetAtom(openDialogAtom);
  if (request.mode === 'new') return null;
  const { mode, approval } = request;
  const again = () => {
    onClose();
    openDialog({ kind: 'approval', mode: 'renew', approval });
  };
  return (
    <>
      {mode === 'ing' && <FormMessage kind="note">{t('waiting', { name: approval.approver_name })}</FormMessage>}
      {mode === 'reject' && <FormMessage kind="refused">{t('refused')}</FormMessage>}
      <ApprovalFields approval={approval} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
        {mode === 'reject' && approval.device_pk !== null && <Button onClick={again}>{t('again')}</Button>}
      </Group>
    </>
  );
}
