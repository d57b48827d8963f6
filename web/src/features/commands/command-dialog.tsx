import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { isSchedulable } from '@vigil/shared/domain/device-actions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isScheduleComplete,
  runsNow,
  ScheduleFields,
  useScheduledInstant,
} from '../../entities/command/schedule-fields.tsx';
import { useSendCommands } from '../../entities/command/use-send-commands.ts';
import { BlastRadiusView } from '../../entities/device/blast-radius-view.tsx';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import type { commandDialog } from '../../entities/device/dialogs.ts';
import { useBlastRadius } from '../../entities/device/use-blast-radius.ts';
import { useBulkReport } from '../../entities/device/use-bulk-report.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import { maySilence } from '../../entities/maintenance/may-silence.ts';
import { useSilenceDevices } from '../../entities/maintenance/use-silence-devices.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { WakeLossWarning } from './wake-loss-warning.tsx';
import { WakeSenderSelect } from './wake-sender-select.tsx';

/** The device goes away for a while, which is no reason to call anybody. */
const quietening = new Set(['reboot', 'shutdown', 'update']);

const dangerous = new Set(['reboot', 'shutdown', 'delete', 'reject']);

export function CommandDialog({ request: { type, pks }, onClose }: DialogProps<typeof commandDialog>) {
  const { t } = useTranslation(['commands', 'devices', 'maintenance']);
  const { change } = useDeviceMutations();
  const report = useBulkReport();
  const send = useSendCommands();
  const problemText = useProblemText();
  const [sender, setSender] = useState<DevicePk | null>(null);
  const { viewer } = useViewer();
  const silence = useSilenceDevices();
  const time = useTimeFormat();
  const [schedule, setSchedule] = useState(runsNow);
  const instantOf = useScheduledInstant();
  const isScheduleOffered = isSchedulable(type) && viewer.flags.isAdmin && !viewer.isGuest;
  // Devices are silenced from now on, not from a later time.
  const isQuietOffered = quietening.has(type) && maySilence(viewer) && schedule.when === 'now';
  const [isQuiet, setIsQuiet] = useState(true);
  const radius = useBlastRadius(type, pks);
  const count = radius.reached.length;
  const only = count === 1 ? radius.reached[0] : undefined;

  const submit = useSingleFlightMutation({
    mutationFn: async (confirm: number | undefined) => {
      const reached = radius.reached.map(({ pk }) => pk);
      if (type === 'approve')
        return report(await change(reached, { action: type }, confirm), (done) =>
          t('devices:approval-success', { count: done }),
        );
      if (type === 'delete' || type === 'reject')
        return report(await change(reached, { action: 'delete' }, confirm), (done) =>
          t('deleted_device', { count: done }),
        );
      if (type === 'wol' && only && sender !== null) return send.wake(only.pk, sender);
      const at = instantOf(schedule);
      if (at !== null) {
        const scheduled = await send.schedule(type, reached, { at, confirm });
        return notifyDone(t('scheduled', { count: scheduled, time: time.minute(at.toISOString()) }));
      }
      const sent = await send.bulk(type, reached, confirm);
      if (isQuietOffered && isQuiet && sent > 0) await silence(reached, t(`type.${type}`));
      if (type === 'update' && sent > 0) notifyDone(t('update_agent_requested', { count: sent }));
    },
    onSuccess: onClose,
  });
  const confirmation = useBulkConfirmation(count, submit.error);
  const { mustType, isConfirmed } = confirmation;

  return (
    <FormDialog
      title={only ? t(`title_named.${type}`, { name: only.alias }) : t(`title.${type}`, { count })}
      size="md"
      submit={count === 1 ? t(`type.${type}`) : `${t(`type.${type}`)} · ${count}`}
      isDangerous={dangerous.has(type)}
      focusesCancel={dangerous.has(type) && !mustType}
      isPending={submit.isPending}
      isDisabled={count === 0 || !isConfirmed || !isScheduleComplete(schedule)}
      onSubmit={() => submit.mutate(confirmation.confirm)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t(`effect.${type}`, { count })}
      </Text>
      <BlastRadiusView radius={radius} />
      {type === 'shutdown' && <WakeLossWarning pks={radius.reached.map(({ pk }) => pk)} />}
      {type === 'wol' && only && <WakeSenderSelect guid={only.guid} value={sender} onChange={setSender} />}
      {isScheduleOffered && (
        <Stack gap="sm" mt="md">
          <ScheduleFields schedule={schedule} error={submit.error} onChange={setSchedule} />
          {schedule.when === 'later' && (
            <Text size="xs" c="dimmed">
              {t('scheduled_hint')}
            </Text>
          )}
        </Stack>
      )}
      {isQuietOffered && (
        <Checkbox
          mt="md"
          label={t('maintenance:quiet_command')}
          checked={isQuiet}
          onChange={(event) => setIsQuiet(event.currentTarget.checked)}
        />
      )}
      <BulkConfirmationField count={count} confirmation={confirmation} />
      {submit.error && (
        <Alert color="red" variant="light" mt="md" role="alert" title={t('failed_to_send')}>
          {problemText(submit.error)}
        </Alert>
      )}
    </FormDialog>
  );
}
