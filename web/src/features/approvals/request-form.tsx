import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import type { UserSummary } from '@vigil/shared/contract/http/users';
import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { problems } from '@vigil/shared/contract/problems';
import { postApproval, readOwnApprover } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvals } from '../../entities/approval/approvals.ts';
import { PeriodFields } from '../../entities/approval/period-fields.tsx';
import { useAccessPeriodFields } from '../../entities/approval/use-access-period-fields.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { pickUserDialog } from '../../entities/user/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { DialogForm } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';

interface RequestFormProps {
  device: { pk: DevicePk; alias: string };
  /** The request that is renewed or changed. */
  before?: AccessRequest;
  /** Whether `before` itself is changed, which is undecided. */
  isChange?: boolean;
  onClose: () => void;
}

/** Requests access to a device for a time window (spec 1 §5). */
export function RequestForm({ device, before, isChange = false, onClose }: RequestFormProps) {
  const { t } = useTranslation(['approvals', 'common']);
  const change = approvals.useChange();
  const language = useLanguage();
  const time = useTimeFormat();
  const period = useAccessPeriodFields(isChange ? before : undefined);
  const [reason, setReason] = useState(before?.approval_reason ?? '');
  const [tried, setTried] = useState(false);
  const approver = useChosenApprover(isChange ? before : undefined);

  const send = useSingleFlightMutation({
    mutationFn: ({ start, end }: { start: string; end: string }) =>
      change(postApproval, {
        body: {
          ...(before && isChange ? { pk: before.pk } : { device_pk: device.pk }),
          start_time: start,
          end_time: end,
          approval_reason: reason.trim(),
          ...approver.sent,
        },
      }),
    onSuccess: () => {
      notifyDone(t(isChange ? 'approval-success.changed' : 'approval-success.requested'));
      onClose();
    },
  });
  const isMissing = reason.trim() === '';

  return (
    <DialogForm
      submit={t(isChange ? 'submit_change' : 'submit')}
      note={t('zone', { zone: time.zone })}
      error={send.error}
      isPending={send.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        const typed = period.submit();
        if (typed && !isMissing) send.mutate(typed);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('field.device')}: <b>{device.alias}</b>
        </Text>
        <Group gap="xs" align="flex-end">
          <TextInput
            flex="1 1 220px"
            label={t('field.approver')}
            value={approver.shown ? `${approver.shown.name} (${approver.shown.mgrid})` : ''}
            placeholder={t('any_administrator')}
            readOnly
          />
          <Button size="sm" variant="default" onClick={approver.pick}>
            {t('choose_approver')}
          </Button>
          {approver.shown && (
            <Button size="sm" variant="subtle" aria-label={t('clear_approver')} onClick={approver.clear}>
              {t('common:clear')}
            </Button>
          )}
        </Group>
        <PeriodFields {...period.fields} />
        <Textarea
          label={t('field.reason')}
          autosize
          minRows={3}
          maxRows={6}
          maxLength={1_000}
          value={reason}
          error={tried && isMissing ? problems.approvals_reason[language] : null}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
    </DialogForm>
  );
}

type Chosen = Pick<UserSummary, 'pk' | 'mgrid' | 'name'>;

const approverOf = ({ approver_pk, approver_id, approver_name }: AccessRequest): Chosen | null =>
  approver_pk === null ? null : { pk: approver_pk, mgrid: approver_id, name: approver_name };

interface ChosenApprover {
  shown: Chosen | null;
  /** The part of the request; the server knows the user's approver until another choice is made. */
  sent: { approver_pk?: UserPk | 0; approver_name?: string };
  pick: () => void;
  /** Any administrator. */
  clear: () => void;
}

/**
 * The approver of the request that is changed or the user's own one, until another choice is made; null is all
 * administrators.
 */
function useChosenApprover(before: AccessRequest | undefined): ChosenApprover {
  const { t } = useTranslation('approvals');
  const { api } = useServices();
  const { profile } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const [chosen, setChosen] = useState(() => before && approverOf(before));
  const own = useQuery({
    queryKey: ['approver'],
    queryFn: async () => (await api.call(readOwnApprover)).objects,
    enabled: profile.approver_id !== '',
  });
  const ownApprover = own.data?.find(({ mgrid }) => mgrid === profile.approver_id) ?? null;
  const sent = chosen && { approver_pk: chosen.pk, approver_name: chosen.name };
  return {
    shown: chosen === undefined ? ownApprover : chosen,
    sent: chosen === undefined ? {} : (sent ?? { approver_pk: 0 }),
    pick: () => openDialog(pickUserDialog({ title: t('choose_title'), approversOnly: true, onPick: setChosen })),
    clear: () => setChosen(null),
  };
}
