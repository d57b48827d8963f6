import { Select, Stack, Text, TextInput } from '@mantine/core';
import { MAX_MAINTENANCE_REASON } from '@vigil/shared/contract/limits';
import { createMaintenanceWindow, updateMaintenanceWindow } from '@vigil/shared/contract/routes/alerts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { maintenanceDialog } from '../../entities/maintenance/dialogs.ts';
import { maintenanceWindows } from '../../entities/maintenance/maintenance-windows.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { createTimeFormat } from '../../lib/time-format.ts';
import { useNowEachSecond } from '../../lib/use-now.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { TargetFields } from './target-fields.tsx';
import {
  newWindowDraft,
  windowBodyOf,
  windowDraftOf,
  windowLengths,
  type WindowBody,
  type WindowDraft,
} from './window-draft.ts';
import { WindowPeriodFields } from './window-period-fields.tsx';

/** Asks which devices are in maintenance, and when. */
export function WindowDialog({ request: { window, preset }, onClose }: DialogProps<typeof maintenanceDialog>) {
  const { t } = useTranslation(['maintenance', 'common']);
  const { profile } = useViewer();
  const language = useLanguage();
  const change = maintenanceWindows.useChange();
  const wallOf = (zone: number) => createTimeFormat({ ...profile, time_zone_id: zone }, language).wall;
  const [draft, setDraft] = useState<WindowDraft>(() =>
    window ? windowDraftOf(window, wallOf(window.time_zone)) : newWindowDraft(preset, profile.time_zone_id),
  );
  const [isTried, setIsTried] = useState(false);
  const now = useNowEachSecond();
  const wall = wallOf(draft.zone);
  const firstDay = window ? wall(Date.parse(window.start_time)).slice(0, 10) : undefined;
  const body = windowBodyOf(draft, { now: wall(now), firstDay });
  const missing = typeof body === 'string' ? body : null;
  const edit = (changed: Partial<WindowDraft>) => setDraft({ ...draft, ...changed });
  const save = useSingleFlightMutation({
    mutationFn: async (sent: WindowBody) => {
      if (window) await change(updateMaintenanceWindow, { params: { pk: String(window.pk) }, body: sent });
      else await change(createMaintenanceWindow, { body: sent });
    },
    onSuccess: () => {
      notifyDone(t('saved'));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(window ? 'edit_title' : 'add')}
      size="md"
      submit={t(window ? 'common:save' : 'add')}
      error={save.error}
      isPending={save.isPending}
      onSubmit={() => {
        setIsTried(true);
        if (typeof body !== 'string') save.mutate(body);
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('effect')}
        </Text>
        <TargetFields draft={draft} isMissing={isTried && missing === 'target'} onChange={edit} />
        {window === null && (
          <Select
            label={t('length')}
            data={windowLengths.map((value) => ({ value, label: t(`lengths.${value}`) }))}
            value={draft.length}
            onChange={(value) => value && edit({ length: value })}
            allowDeselect={false}
          />
        )}
        {draft.length === 'period' && (
          <WindowPeriodFields
            draft={draft}
            today={wall(now).slice(0, 10)}
            firstDay={firstDay}
            missing={isTried ? missing : null}
            onChange={edit}
          />
        )}
        <TextInput
          label={t('reason')}
          placeholder={t('reason_example')}
          value={draft.reason}
          onChange={(event) => edit({ reason: event.currentTarget.value })}
          maxLength={MAX_MAINTENANCE_REASON}
        />
      </Stack>
    </FormDialog>
  );
}
