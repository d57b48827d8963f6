import { ActionIcon, Checkbox } from '@mantine/core';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '../../live/use-fleet.ts';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot, type DotState } from '../../entities/device/state-dot.tsx';
import { UsageMeter } from '../../entities/device/usage-meter.tsx';
import classes from './device-card.module.css';

interface DeviceCardProps {
  pk: DevicePk;
  groupNameOf: (pk: GroupPk) => string;
  live: boolean;
  width: number;
  intervalMs: number;
  /** Why this user may not see screens; null if they may. */
  blocked: string | null;
  selected: boolean;
  opened: boolean;
  onSelect: (selected: boolean) => void;
  onOpen: () => void;
  onMenu: (at: { x: number; y: number }) => void;
}

export function DeviceCard(props: DeviceCardProps) {
  const { pk, groupNameOf, live, width, intervalMs, blocked, selected, opened, onSelect, onOpen, onMenu } = props;
  const { t } = useTranslation(['devices', 'common']);
  const device = useDevice(pk);
  if (!device) return null;
  const state = dotStateOf(device);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- short cuts; the buttons inside do the same
    <div
      role="listitem"
      className={classes.card}
      data-live={live || undefined}
      data-selected={selected || undefined}
      data-opened={opened || undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
      onDoubleClick={onOpen}
    >
      {live && (
        <LiveImage
          device={device}
          width={Math.min(640, Math.max(80, width))}
          intervalMs={intervalMs}
          blocked={blocked}
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
        {live && <DeviceState state={state} />}
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
              {groupNameOf(device.device_group_fk)} · {device.s_pri_ip ?? device.s_pub_ip ?? ''}
            </span>
            <DeviceState state={state} />
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
        </>
      )}
    </div>
  );
}

function DeviceState({ state }: { state: DotState }) {
  const { t } = useTranslation();
  return (
    <span className={classes.state} data-state={state}>
      <StateDot state={state} />
      {t(state)}
    </span>
  );
}
