import { MultiSelect, SegmentedControl, Stack, Text, TextInput, Select } from '@mantine/core';
import { supportsKind, type ApplicationAction } from '@vigil/shared/contract/application-rules';
import type { Application } from '@vigil/shared/contract/http/applications';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { installApplication } from '@vigil/shared/contract/routes/commands';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isScheduleComplete,
  runsNow,
  ScheduleFields,
  useScheduledInstant,
} from '../../entities/command/schedule-fields.tsx';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import { groupOptions } from '../../entities/group/group-options.ts';
import { withDescendants } from '../../entities/group/group-tree.ts';
import { useGroupCounts, useGroups } from '../../entities/group/use-groups.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { randomId } from '../../lib/random-id.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone, notifyWarning } from '../../ui/toasts.ts';
import { applications } from './use-applications.ts';

const SHOWN_CHOICES = 50;

interface InstallDialogProps {
  application: Application;
  action: ApplicationAction;
  /** Chosen at first. */
  devices?: readonly DevicePk[];
  onClose: () => void;
}

/** Installs an application on a group or on devices, or removes it from them: now or at a time. */
export function InstallDialog({ application, action, devices = [], onClose }: InstallDialogProps) {
  const { t } = useTranslation('application');
  const { store } = useLiveData();
  const { tree } = useGroups();
  // Renders again when devices come, go or move.
  useGroupCounts(tree);
  const change = applications.useChange();
  const problemText = useProblemText();
  const [target, setTarget] = useState<'group' | 'devices'>(devices.length > 0 ? 'devices' : 'group');
  const [group, setGroup] = useState<string | null>(
    application.device_group_fk === null ? null : String(application.device_group_fk),
  );
  const [chosen, setChosen] = useState<string[]>(devices.map(String));
  const [schedule, setSchedule] = useState(runsNow);
  const instantOf = useScheduledInstant();
  const [pin, setPin] = useState('');
  // Of the request that was sent last.
  const bulk = useRef<{ subject: string; id: string } | null>(null);
  const choices = useMemo(
    () => [...store.all()].map(({ pk, alias }) => ({ value: String(pk), label: alias })),
    [store],
  );

  const send = useSingleFlightMutation({
    mutationFn: async (confirm: number | undefined) => {
      const at = instantOf(schedule);
      const body = {
        action,
        ...(target === 'group'
          ? { device_group_pk: Number(group) as GroupPk }
          : { device_pks: chosen.map((pk) => Number(pk) as DevicePk) }),
        ...(at ? { schedule_time: at.toISOString() } : {}),
        ...(application.flag_pin === 1 ? { pin } : {}),
      };
      const bulk_id = bulkIdFor(body);
      const confirmed = { ...body, bulk_id, ...(confirm === undefined ? {} : { confirm }) };
      const params = { pk: String(application.pk) };
      return (await change(installApplication, { params, body: confirmed })).objects;
    },
    onSuccess: ({ commands, refused }) => {
      const others = refused.filter(({ code }) => code === 'install_unsupported').length;
      const away = refused.length - others;
      const texts = [
        away > 0
          ? t('install.some', { sent: commands.length, refused: away })
          : t('install.sent', { count: commands.length }),
        ...(others > 0 ? [t('install.other_systems', { count: others })] : []),
      ];
      (refused.length > 0 ? notifyWarning : notifyDone)(texts.join(' '));
      onClose();
    },
  });
  /**
   * An answer that was lost is asked for again, and nothing is installed twice; another request is another
   * installation.
   */
  const bulkIdFor = (body: object): string => {
    const subject = JSON.stringify(body);
    if (bulk.current?.subject !== subject) bulk.current = { subject, id: randomId() };
    return bulk.current.id;
  };
  const addressed = devicesOf();
  const { kind } = application;
  const others = kind === null ? 0 : addressed.filter((one) => !supportsKind(one.dev_os_id, kind, action)).length;
  const count = countOf();
  const offline = addressed.filter(({ isOnline }) => !isOnline).length;
  const reach = `${t('install.reach', { count: addressed.length })}${offline > 0 ? ` · ${t('install.offline', { count: offline })}` : ''}`;
  const confirmation = useBulkConfirmation(count, send.error);
  const isComplete =
    (target === 'group' ? group !== null : chosen.length > 0) &&
    (others === 0 || others < addressed.length) &&
    isScheduleComplete(schedule) &&
    (application.flag_pin === 0 || pin !== '');
  const name = `${application.app_name} ${application.app_version}`;
  return (
    <Dialog title={t(`install.${action}_title`, { name })} size="md" onClose={onClose}>
      <Stack gap="sm">
        {send.error && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        <SegmentedControl
          aria-label={t('install.target')}
          value={target}
          onChange={setTarget}
          data={[
            { value: 'group', label: t('install.group') },
            { value: 'devices', label: t('install.devices') },
          ]}
        />
        {target === 'group' ? (
          <Select
            label={t('group')}
            description={group === null ? undefined : reach}
            inputWrapperOrder={['label', 'input', 'description']}
            data={groupOptions(tree)}
            value={group}
            onChange={setGroup}
            searchable
          />
        ) : (
          <MultiSelect
            label={t('install.devices')}
            data={choices}
            value={chosen}
            onChange={setChosen}
            limit={SHOWN_CHOICES}
            searchable
          />
        )}
        <ScheduleFields schedule={schedule} error={send.error} onChange={setSchedule} />
        {application.flag_pin === 1 && (
          <TextInput
            label={t('install.pin')}
            inputMode="numeric"
            autoComplete="off"
            value={pin}
            onChange={(event) => setPin(event.currentTarget.value)}
          />
        )}
        {others > 0 && (
          <Text size="sm" c="var(--state-warning)" role="status">
            {t('install.other_systems', { count: others })}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t(`install.${action}_text`)}
        </Text>
        <BulkConfirmationField count={count} confirmation={confirmation} />
      </Stack>
      <DialogFooter
        submit={t(`install.${action}`)}
        isPending={send.isPending}
        isDisabled={!isComplete || !confirmation.isConfirmed}
        onSubmit={() => send.mutate(confirmation.confirm)}
        onClose={onClose}
      />
    </Dialog>
  );

  function devicesOf(): readonly FleetDevice[] {
    if (target === 'devices') return chosen.flatMap((pk) => store.get(Number(pk) as DevicePk) ?? []);
    const node = group === null ? undefined : tree.byPk.get(Number(group) as GroupPk);
    const groups = new Set(node ? withDescendants(node) : []);
    return [...store.all()].filter(({ device_group_fk }) => groups.has(device_group_fk));
  }

  /** The server may know of other devices in the group. */
  function countOf(): number {
    const { error } = send;
    if (isApiProblem(error) && error.code === 'confirm_required' && typeof error.detail === 'number')
      return error.detail;
    return (target === 'devices' ? chosen.length : addressed.length) - others;
  }
}
