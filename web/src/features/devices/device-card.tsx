import { ActionIcon, Checkbox } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { InSessionMark } from '../../entities/device/in-session-mark.tsx';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { PossibleCloneMark } from '../../entities/device/possible-clone-mark.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { isRedTemperature, UsageMeter } from '../../entities/device/usage-meter.tsx';
import { useDeviceStateText } from '../../entities/device/use-device-states.ts';
import { useScreenDenial } from '../../entities/device/use-screen-denial.ts';
import { OpenAlertMark } from '../../entities/incident/open-alert-mark.tsx';
import { MaintenanceMark } from '../../entities/maintenance/maintenance-mark.tsx';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { NO_VALUE, temperatureText } from '../../lib/format.ts';
import { isOutsideControls } from '../../lib/outside-controls.ts';
import { useNowEachMinute } from '../../lib/use-now.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { connectionText } from './connection-text.ts';
import type { CardSize } from './list-preferences.ts';
import { useConnectionTexts } from './use-connection-texts.ts';
import type { StartDrag } from './use-device-drag.ts';
import classes from './device-card.module.css';

interface DeviceCardProps {
  pk: DevicePk;
  groupNameOf: (pk: GroupPk) => string;
  live: boolean;
  size: CardSize;
  width: number;
  intervalMs: number;
  /** Frames are not refreshed by themselves. */
  isPaused: boolean;
  selected: boolean;
  opened: boolean;
  onSelect: (selected: boolean) => void;
  onOpen: () => void;
  onMenu: (at: { x: number; y: number }) => void;
  /** Null for users who cannot move devices. */
  onDrag: StartDrag | null;
}

export function DeviceCard(props: DeviceCardProps) {
  const {
    pk,
    groupNameOf,
    live,
    size,
    width,
    intervalMs,
    isPaused,
    selected,
    opened,
    onSelect,
    onOpen,
    onMenu,
    onDrag,
  } = props;
  const { t } = useTranslation(['devices', 'common']);
  const wallScreenDenial = useScreenDenial();
  const device = useDevice(pk);
  // It was deleted under the pointer: the others stay where they are.
  if (!device)
    return (
      <div className={classes.card} data-live={live || undefined} data-size={live ? undefined : size} aria-hidden />
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- short cuts; the buttons inside do the same
    <div
      role="listitem"
      className={classes.card}
      data-live={live || undefined}
      data-size={live ? undefined : size}
      data-selected={selected || undefined}
      data-opened={opened || undefined}
      draggable={onDrag !== null}
      onDragStart={onDrag ? (event) => onDrag(event, pk) : undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
      onDoubleClick={(event) => isOutsideControls(event) && onOpen()}
    >
      {live && (
        <LiveImage
          device={device}
          width={Math.min(640, Math.max(80, width))}
          intervalMs={intervalMs}
          isPaused={isPaused}
          blocked={wallScreenDenial(device)}
        />
      )}
      <header className={classes.head}>
        <Checkbox
          size="xs"
          aria-label={t('select', { name: device.alias })}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <OsIcon os={device.dev_os_id} />
        <button type="button" className={classes.title} onClick={onOpen} title={device.alias}>
          {device.alias}
        </button>
        <PossibleCloneMark device={device} />
        <InSessionMark pk={device.pk} />
        <OpenAlertMark pk={device.pk} />
        <MaintenanceMark device={device} />
        {live && <DeviceState device={device} />}
        <ActionIcon
          size={24}
          aria-label={t('more', { name: device.alias })}
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu({ x: left, y: bottom });
          }}
        >
          <IconDots size={16} />
        </ActionIcon>
      </header>
      {!live && (
        <>
          <div className={classes.place}>
            <span>
              {[groupNameOf(device.device_group_fk), device.s_pri_ip ?? device.s_pub_ip].filter(Boolean).join(' · ')}
            </span>
            <DeviceState device={device} />
          </div>
          <dl className={classes.meters}>
            <dt>{t('column.cpu_usage')}</dt>
            <dd>
              <UsageMeter value={device.cpu_usage} />
            </dd>
            <dt>{t('column.memory_usage')}</dt>
            <dd>
              <UsageMeter value={device.memory_usage} />
            </dd>
            <dt>{t('column.hdd_usage')}</dt>
            <dd>
              <UsageMeter value={device.hdd_usage} />
            </dd>
          </dl>
          {size !== 's' && <CardFacts device={device} isLong={size !== 'm'} />}
        </>
      )}
    </div>
  );
}

/** What larger cards have room for: the temperature, and from the third size on addresses, system, memo and tags. */
function CardFacts({ device, isLong }: { device: FleetDevice; isLong: boolean }) {
  const { t } = useTranslation('devices');
  const time = useTimeFormat();
  const texts = useConnectionTexts();
  const { cpu_temp } = device;
  const connection = connectionText(device, { time, texts, now: useNowEachMinute() });
  return (
    <dl className={classes.facts}>
      <dt>{t('column.cpu_temp')}</dt>
      <dd data-red={isRedTemperature(cpu_temp) || undefined}>{temperatureText(cpu_temp)}</dd>
      {isLong && (
        <>
          <dt>{t('column.last_connected_time')}</dt>
          <dd title={connection.exact}>{connection.text}</dd>
          <dt>{t('column.s_pri_ip')}</dt>
          <dd>{device.s_pri_ip ?? NO_VALUE}</dd>
          <dt>{t('column.s_pub_ip')}</dt>
          <dd>{device.s_pub_ip ?? NO_VALUE}</dd>
          <dt>{t('column.mac_addr')}</dt>
          <dd>{device.mac_addr ?? NO_VALUE}</dd>
          <dt>{t('column.dev_os_id')}</dt>
          <dd title={device.user_os_str}>{device.user_os_str || NO_VALUE}</dd>
          <dt>{t('memo')}</dt>
          <dd title={device.memo}>{device.memo || NO_VALUE}</dd>
          <dt>{t('column.tags')}</dt>
          <dd title={device.tags.join(', ')}>{device.tags.join(', ') || NO_VALUE}</dd>
        </>
      )}
    </dl>
  );
}

function DeviceState({ device }: { device: FleetDevice }) {
  const { viewer } = useViewer();
  const stateText = useDeviceStateText();
  const state = dotStateOf(device, viewer);
  return (
    <span className={classes.state} data-state={state}>
      <StateDot state={state} />
      {stateText(device)}
    </span>
  );
}
