import { ActionIcon, Button, Group as Line, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Group } from '@vigil/shared/contract/group';
import type { GroupDetail } from '@vigil/shared/contract/http/groups';
import { addDevicesToGroup, removeDeviceFromGroup } from '@vigil/shared/contract/routes/people';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateDot, dotStateOf } from '../../entities/device/state-dot.tsx';
import { useMoveImpactText } from '../../entities/device/use-move-impact-text.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { defaultGroupOf, withDescendants } from '../../entities/group/group-tree.ts';
import { useGroupPath, useGroups } from '../../entities/group/use-groups.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData, useFleetVersion } from '../../live/use-fleet.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { Section } from '../../ui/page.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { filteredDevicePageOf, type DeviceFilter } from './device-filter.ts';
import { useRunGroupChange } from './use-save-group.ts';
import classes from './group-detail.module.css';

/** The devices in the group, and all others (spec 3 §2). */
export function GroupDevices({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group');
  const { api } = useServices();
  const { run } = useRunGroupChange();
  const { tree } = useGroups();
  const moveTo = useAskedMove();
  const { store } = useLiveData();
  const version = useFleetVersion();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  const devices = useMemo(() => [...store.all()], [store, version]);
  const isIn = (device: FleetDevice) => device.device_group_fk === group.pk;
  const node = tree.byPk.get(group.pk);
  const below = new Set(node ? withDescendants(node).slice(1) : []);
  const inSubgroups = devices.filter((device) => below.has(device.device_group_fk)).length;
  const add = (device: FleetDevice) =>
    moveTo(group, device, () =>
      run(
        () => api.call(addDevicesToGroup, { body: { device_pk: device.pk, new_device_group_fk: group.pk } }),
        t('devices.added_device_in_group', { alias: device.alias }),
      ),
    );
  const remove = (device: FleetDevice) =>
    moveTo(defaultGroupOf(tree), device, () =>
      run(
        () =>
          api.call(removeDeviceFromGroup, {
            query: { device_pk: String(device.pk), old_device_group_fk: String(group.pk) },
          }),
        t('devices.removed_device_in_group', { alias: device.alias }),
      ),
    );
  const isDefault = group.flag_df_group === 1;
  return (
    <>
      <Section title={t('devices.in')} text={isDefault ? t('devices.default') : t('devices.in_text')}>
        <DeviceList
          devices={devices.filter(isIn)}
          action={isDefault ? null : 'remove'}
          onAct={remove}
          none={inSubgroups > 0 ? t('devices.in_subgroups', { count: inSubgroups }) : undefined}
        />
      </Section>
      <Section title={t('devices.others')}>
        <DeviceList devices={devices.filter((device) => !isIn(device))} action="add" onAct={add} />
      </Section>
    </>
  );
}

/** Moves a device; asks first when users gain or lose sight of it. */
function useAskedMove() {
  const { t } = useTranslation('tree');
  const noticeOf = useMoveImpactText();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  return async (
    target: Pick<Group, 'pk' | 'name'> | undefined,
    device: FleetDevice,
    onConfirm: () => Promise<void>,
  ) => {
    // The tree is still being read.
    if (!target) return;
    try {
      const text = await noticeOf([device.pk], target.pk);
      if (text === null) return await onConfirm();
      const title = t('move_device_title_named', { device: device.alias, name: target.name });
      openDialog(confirmationDialog({ title, text, submit: t('move_submit'), onConfirm }));
    } catch (error) {
      notifyFailed(problemText(error));
    }
  };
}

interface DeviceListProps {
  devices: readonly FleetDevice[];
  action: 'add' | 'remove' | null;
  onAct: (device: FleetDevice) => Promise<void>;
  /** What to say where there are none, if more is known than that. */
  none?: string | undefined;
}

const everything: DeviceFilter = { name: '', os: null, isOnline: null };
const systems = [1, 2, 3, 4, 5] as const;

function DeviceList({ devices, action, onAct, none }: DeviceListProps) {
  const { t } = useTranslation(['group', 'common']);
  const groupPathOf = useGroupPath();
  const denialOf = useGuestSessionDenial();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const reasonAgainst = (device: FleetDevice) => {
    const obstacle = obstacleTo('move', viewer, device);
    return denialOf(action === 'add' ? addDevicesToGroup : removeDeviceFromGroup) ?? (obstacle && of(obstacle));
  };
  const [filter, setFilter] = useState(everything);
  const [asked, setAsked] = useState(0);
  const { rows, index, pages, total } = filteredDevicePageOf(devices, filter, asked);
  const change = (part: Partial<DeviceFilter>) => {
    setFilter({ ...filter, ...part });
    setAsked(0);
  };
  return (
    <div className={classes.devices}>
      <Line gap="xs">
        <TextInput
          size="xs"
          type="search"
          aria-label={t('devices.find')}
          placeholder={t('devices.find')}
          value={filter.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          size="xs"
          w={120}
          aria-label={t('devices.os')}
          placeholder={t('devices.os')}
          clearable
          value={filter.os === null ? null : String(filter.os)}
          onChange={(value) => change({ os: value === null ? null : Number(value) })}
          data={systems.map((os) => ({ value: String(os), label: t(`common:os.${os}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('devices.state')}
          value={filter.isOnline === null ? 'all' : filter.isOnline ? 'online' : 'offline'}
          onChange={(value) => change({ isOnline: value === 'all' ? null : value === 'online' })}
          data={[
            { value: 'all', label: t('devices.all') },
            { value: 'online', label: t('common:online') },
            { value: 'offline', label: t('common:offline') },
          ]}
        />
      </Line>
      {total === 0 && <p className={classes.dim}>{(devices.length === 0 && none) || t('devices.no-content')}</p>}
      <ul>
        {rows.map((device) => (
          <li key={device.pk}>
            <StateDot state={dotStateOf(device, viewer)} />
            <span className={classes.alias}>{device.alias}</span>
            <small className={classes.dim}>{groupPathOf(device.device_group_fk)}</small>
            {action !== null && (
              <DisableWithReason reason={reasonAgainst(device)}>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`${t(`devices.${action}`)}: ${device.alias}`}
                  onClick={() => void onAct(device)}
                >
                  {t(`devices.${action}`)}
                </Button>
              </DisableWithReason>
            )}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Line gap={4} justify="flex-end">
          <small className={classes.dim} role="status">
            {t('devices.page', { page: index + 1, pages })}
          </small>
          <Tooltip label={t('devices.previous')}>
            <ActionIcon aria-label={t('devices.previous')} disabled={index === 0} onClick={() => setAsked(index - 1)}>
              <IconChevronLeft size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('devices.next')}>
            <ActionIcon
              aria-label={t('devices.next')}
              disabled={index + 1 >= pages}
              onClick={() => setAsked(index + 1)}
            >
              <IconChevronRight size={15} />
            </ActionIcon>
          </Tooltip>
        </Line>
      )}
    </div>
  );
}
