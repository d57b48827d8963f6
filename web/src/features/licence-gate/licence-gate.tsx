import { ActionIcon, Button, Checkbox, Group, Progress, Table, Text, Title } from '@mantine/core';
import { IconLicense, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { OsId } from '@vigil/shared/contract/device';
import type { DeviceOverLicence } from '@vigil/shared/contract/http/licence-gate';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { listDevicesOverLicence } from '@vigil/shared/contract/routes/accounts';
import { runBulkDeviceAction } from '@vigil/shared/contract/routes/devices';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { useBulkReport } from '../../entities/device/use-bulk-report.ts';
import { profileKey } from '../../entities/profile/profile.ts';
import { defineResource } from '../../entities/resource.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { notifyWarning } from '../../ui/toasts.ts';
import classes from './licence-gate.module.css';

const gated = defineResource({ key: 'licence-gate', list: listDevicesOverLicence });

/**
 * What stands in place of all pages while the company has more devices than its licences admit (decision 70).
 * Administrators delete devices until they fit; others can only sign out.
 */
export function DevicesOverLicencePage() {
  const { t } = useTranslation(['gate', 'shell']);
  const { signOut } = useServices();
  const { profile, viewer } = useViewer();
  const { standalone } = useInstallationSettings();
  const time = useTimeFormat();
  const language = useLanguage();
  const { total, devices } = profile.license;
  const ended = total.lastestExpireDateString;

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <IconLicense className={classes.icon} size={34} stroke={1.5} aria-hidden="true" />
        <Title order={1} fz={24}>
          {t('title')}
        </Title>
        <Text c="dimmed" mt={6}>
          {t('text', { devices, volume: total.vol })}
          {ended !== '' && ` ${t('ends', { date: time.day(ended) })}`}
        </Text>
        <Progress.Root size={8} mt="md" aria-hidden="true">
          <Progress.Section value={(100 * total.vol) / devices} color="gray" />
          <Progress.Section value={(100 * (devices - total.vol)) / devices} color="red" />
        </Progress.Root>
        <Text size="sm" mt="md">
          {t(viewer.flags.isAdmin ? 'admin' : 'member')}
        </Text>
        <Group gap="xs" mt="md">
          {viewer.flags.isAdmin && !standalone && (
            <Button component={Link} to={`/${language}/management/license`}>
              {t('renew')}
            </Button>
          )}
          <Button variant="default" onClick={() => signOut(null)}>
            {t('shell:profile.sign_out')}
          </Button>
        </Group>
        {viewer.flags.isAdmin && <GatedDevices over={devices - total.vol} />}
      </div>
    </main>
  );
}

/** The devices that were enrolled last, with the means to delete one or many of them. */
function GatedDevices({ over }: { over: number }) {
  const { t } = useTranslation(['gate', 'devices']);
  const change = gated.useChange();
  const queries = useQueryClient();
  const report = useBulkReport();
  const openDialog = useSetAtom(openDialogAtom);
  const denial = useGuestSessionDenial()(runBulkDeviceAction);
  const [chosen, setChosen] = useState<ReadonlySet<DevicePk>>(new Set());
  const query = gated.useRead([over], ({ call }) => call(listDevicesOverLicence), {
    placeholderData: (previous) => previous,
  });
  const rows = query.data?.objects ?? [];
  // A device that was deleted elsewhere meanwhile is not chosen any more.
  const selected = rows.filter(({ pk }) => chosen.has(pk));

  const remove = (doomed: readonly DeviceOverLicence[]) =>
    openDialog(
      confirmationDialog({
        title: t('delete_title', { count: doomed.length }),
        text: t('delete_text', { names: namesOf(doomed), count: doomed.length }),
        submit: t('delete', { count: doomed.length }),
        danger: true,
        count: doomed.length,
        onConfirm: async () => {
          const device_pks = doomed.map(({ pk }) => pk);
          const body = { action: 'delete', device_pks, confirm: device_pks.length } as const;
          const { objects } = await change(runBulkDeviceAction, { body });
          setChosen(new Set());
          await queries.invalidateQueries({ queryKey: profileKey });
          report(objects, (count) => t('deleted', { count }));
        },
      }),
    );

  if (query.isPending || query.isError) return <QueryContent query={query} failed={t('failed')} loading={5} />;
  const { total_count: total } = query.data.meta;
  return (
    <section className={classes.devices} aria-labelledby="gated-devices">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="md" id="gated-devices">
          {t('over', { count: total })}
        </Title>
        <DisableWithReason reason={denial}>
          <Button
            size="xs"
            color="red"
            variant="light"
            onClick={() => (selected.length === 0 ? notifyWarning(t('devices:no-selects')) : remove(selected))}
          >
            {t('delete', { count: selected.length })}
          </Button>
        </DisableWithReason>
      </Group>
      <div className={classes.rows}>
        <Table stickyHeader verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label={t('select_all')}
                  checked={selected.length === rows.length && rows.length > 0}
                  indeterminate={selected.length > 0 && selected.length < rows.length}
                  onChange={(event) => setChosen(new Set(event.currentTarget.checked ? rows.map(({ pk }) => pk) : []))}
                />
              </Table.Th>
              <Table.Th>{t('device')}</Table.Th>
              <Table.Th className={classes.wide}>{t('group')}</Table.Th>
              <Table.Th className={classes.wide}>{t('enrolled')}</Table.Th>
              <Table.Th className={classes.wide}>{t('seen')}</Table.Th>
              <Table.Th w={40}>
                <span className="visually-hidden">{t('actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <DeviceLine
                key={row.pk}
                row={row}
                isChosen={chosen.has(row.pk)}
                denial={denial}
                onChoose={(isChosen) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(row.pk);
                  else next.delete(row.pk);
                  setChosen(next);
                }}
                onRemove={() => remove([row])}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {total > rows.length && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('more', { count: total - rows.length })}
        </Text>
      )}
    </section>
  );
}

interface DeviceLineProps {
  row: DeviceOverLicence;
  isChosen: boolean;
  denial: string | null;
  onChoose: (isChosen: boolean) => void;
  onRemove: () => void;
}

function DeviceLine({ row, isChosen, denial, onChoose, onRemove }: DeviceLineProps) {
  const { t } = useTranslation('gate');
  const time = useTimeFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`${t('select')}: ${row.alias}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <span className={classes.device}>
          <OsIcon os={row.dev_os_id as OsId} />
          {row.alias}
        </span>
      </Table.Td>
      <Table.Td className={classes.wide}>{row.device_group_name}</Table.Td>
      <Table.Td className={classes.wide}>{time.minute(Date.parse(row.enrolled_at))}</Table.Td>
      <Table.Td className={classes.wide}>{seenText(row, t('online'), time.minute)}</Table.Td>
      <Table.Td>
        <DisableWithReason reason={denial}>
          <ActionIcon color="red" variant="subtle" aria-label={`${t('remove')}: ${row.alias}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </DisableWithReason>
      </Table.Td>
    </Table.Tr>
  );
}

function seenText({ alive, last_conn }: DeviceOverLicence, online: string, format: (ms: number) => string): string {
  if (alive === 1) return online;
  return last_conn === null ? '–' : format(Date.parse(last_conn));
}

const MAX_NAMES = 5;

/** The first of many names; the count stands beside them. */
const namesOf = (rows: readonly DeviceOverLicence[]): string =>
  rows
    .slice(0, MAX_NAMES)
    .map(({ alias }) => alias)
    .join(', ') + (rows.length > MAX_NAMES ? ', …' : '');
