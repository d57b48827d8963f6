import { MultiSelect, Select, Stack, Textarea } from '@mantine/core';
import type { TicketDetail } from '@vigil/shared/contract/http/tickets';
import type { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { MAX_TICKET_DEVICES, MAX_TICKET_REASON } from '@vigil/shared/contract/limits';
import { problems } from '@vigil/shared/contract/problems';
import { createTicket, updateTicket } from '@vigil/shared/contract/routes/people';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PeriodFields } from '../../entities/approval/period-fields.tsx';
import { useAccessPeriodFields } from '../../entities/approval/use-access-period-fields.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { tickets } from '../../entities/ticket/tickets.ts';
import { userSearch } from '../../entities/user/user-search.ts';
import { useLanguage } from '../../lib/language.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { useDeviceOptions } from './use-device-options.ts';

interface TicketFormProps {
  /** The ticket that is changed, or asked for again. */
  before?: TicketDetail;
  onClose: () => void;
}

const useApprovers = () => {
  const { data } = userSearch.usePage({ approvers: '1', search_mode: 'all' });
  return (data?.objects ?? []).map(({ pk, name, mgrid }) => ({
    value: String(pk),
    label: name === '' ? mgrid : `${name} (${mgrid})`,
  }));
};

/** Asks for temporary access to devices: when, why, which, and who decides. */
export function TicketForm({ before, onClose }: TicketFormProps) {
  const { t } = useTranslation(['tickets', 'approvals']);
  const change = tickets.useChange();
  const language = useLanguage();
  const time = useTimeFormat();
  const denial = useGuestSessionDenial()(createTicket);
  const approvers = useApprovers();
  const period = useAccessPeriodFields(
    before && { start_time: before.reqr_work_startdate, end_time: before.reqr_work_enddate },
  );
  const [reason, setReason] = useState(before?.reqr_work_reason ?? '');
  const [approver, setApprover] = useState<string | null>(
    before?.reqr_appr_mgr?.pk ? String(before.reqr_appr_mgr.pk) : null,
  );
  const [tried, setTried] = useState(false);
  const devices = useDeviceOptions(before?.devices ?? []);
  const isReasonMissing = reason.trim() === '';
  const isDeviceMissing = devices.values.length === 0;

  // A request that is changed has whom it asked in the field: cleared, it goes to all administrators.
  const unnamed = before ? ({ reqr_appr_mgr: 0 } as const) : {};
  const send = useSingleFlightMutation({
    mutationFn: async ({ start, end }: { start: string; end: string }) => {
      const body = {
        reqr_work_startdate: start,
        reqr_work_enddate: end,
        reqr_work_reason: reason.trim(),
        device_pks: devices.values.map((value) => Number(value) as DevicePk),
        ...(approver === null ? unnamed : { reqr_appr_mgr: Number(approver) as UserPk }),
      };
      if (before) await change(updateTicket, { params: { pk: String(before.id) }, body });
      else await change(createTicket, { body });
    },
    onSuccess: () => {
      notifyDone(t(before ? 'done.changed' : 'done.requested'));
      onClose();
    },
  });
  const submit = () => {
    setTried(true);
    const typed = period.submit();
    if (typed && !isReasonMissing && !isDeviceMissing) send.mutate(typed);
  };

  return (
    <FormDialog
      title={t(before ? 'form_change' : 'form_new', { number: before?.id ?? 0 })}
      size="md"
      submit={t(before ? 'submit_change' : 'submit')}
      denial={denial}
      note={t('approvals:zone', { zone: time.zone })}
      error={send.error}
      isPending={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <MultiSelect
          label={t('column.devices')}
          description={t('devices_hint', { most: MAX_TICKET_DEVICES })}
          data={devices.options}
          value={devices.values}
          onChange={devices.choose}
          openOnFocus={false}
          searchable
          searchValue={devices.typed}
          onSearchChange={devices.setTyped}
          maxValues={MAX_TICKET_DEVICES}
          maxDropdownHeight={220}
          nothingFoundMessage={t('no_device')}
          error={tried && isDeviceMissing ? t('device_missing') : null}
          data-autofocus
        />
        <PeriodFields {...period.fields} />
        <Textarea
          label={t('field.reason')}
          description={t('reason_hint')}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_TICKET_REASON}
          value={reason}
          error={tried && isReasonMissing ? problems.approvals_reason[language] : null}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Select
          label={t('field.asked')}
          placeholder={t(before ? 'approvals:any_administrator' : 'own_approver')}
          data={approvers}
          value={approver}
          onChange={setApprover}
          searchable
          clearable
        />
      </Stack>
    </FormDialog>
  );
}
