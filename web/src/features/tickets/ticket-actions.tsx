import { Button, Group, Textarea } from '@mantine/core';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { manageTicket as declared, TicketDetail } from '@vigil/shared/contract/http/tickets';
import { MAX_TICKET_REASON } from '@vigil/shared/contract/limits';
import { problems } from '@vigil/shared/contract/problems';
import { manageTicket } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { tickets } from '../../entities/ticket/tickets.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/toasts.ts';

type Action = NonNullable<CallOf<typeof declared>['body']>['action_type'];

interface TicketActionsProps {
  ticket: TicketDetail;
  onEdit: () => void;
  onClose: () => void;
}

/** Approve, reject with a note, end early, or change: what the state and the viewer admit. */
export function TicketActions({ ticket, onEdit, onClose }: TicketActionsProps) {
  const { t } = useTranslation(['tickets', 'common']);
  const change = tickets.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  const language = useLanguage();
  const problemText = useProblemText();
  const denial = useGuestSessionDenial()(manageTicket);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { can } = ticket;
  const decides = can.approve === 1 || can.reject === 1 || can.terminate === 1;

  const send = useSingleFlightMutation({
    mutationFn: (action_type: Action) =>
      change(manageTicket, {
        body: { ticket_pk: ticket.id, action_type, extra: note.trim(), seen_at: ticket.history.at(-1)?.at },
      }),
    onSuccess: (_, action) => {
      notifyDone(t(`done.${action}`));
      // The approved ticket has a password, which is shown once, in this dialog.
      if (action !== 'approve') onClose();
    },
  });
  const reject = () => {
    setMissing(note.trim() === '');
    if (note.trim() !== '') send.mutate('reject');
  };
  const end = () =>
    openDialog(
      confirmationDialog({
        title: t('terminate_title', { number: ticket.id }),
        text: t('terminate_text'),
        submit: t('terminate'),
        danger: true,
        onConfirm: async () => void (await send.mutateAsync('terminate')),
      }),
    );
  return (
    <>
      {send.error && (
        <FormMessage kind="refused">
          {t('not_updated')} {problemText(send.error)}
        </FormMessage>
      )}
      {ticket.waits_for_other === 1 && <FormMessage kind="note">{problems.own_request[language]}</FormMessage>}
      {decides && (
        <Textarea
          mt="lg"
          label={t('field.note')}
          description={can.reject === 1 ? t('note_hint') : undefined}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_TICKET_REASON}
          value={note}
          error={isMissing && note.trim() === '' ? problems.approvals_reason[language] : null}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:close')}
        </Button>
        {can.edit === 1 && (
          <Button variant="default" onClick={onEdit}>
            {t(ticket.state === 4 ? 'ask_again' : 'change')}
          </Button>
        )}
        {can.terminate === 1 && (
          <DisableWithReason reason={denial}>
            <Button color="red" loading={send.isPending} onClick={end}>
              {t('terminate')}
            </Button>
          </DisableWithReason>
        )}
        {can.reject === 1 && (
          <DisableWithReason reason={denial}>
            <Button variant="default" disabled={send.isPending} onClick={reject}>
              {t('reject')}
            </Button>
          </DisableWithReason>
        )}
        {can.approve === 1 && (
          <DisableWithReason reason={denial}>
            <Button loading={send.isPending} onClick={() => send.mutate('approve')}>
              {t('approve')}
            </Button>
          </DisableWithReason>
        )}
      </Group>
    </>
  );
}
