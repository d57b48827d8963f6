import { ActionIcon } from '@mantine/core';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { percentText } from '../../lib/format.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { isRedUsage } from '../../entities/device/usage-meter.tsx';
import classes from './device-card.module.css';

interface MobileRowProps {
  pk: DevicePk;
  groupNameOf: (pk: GroupPk) => string;
  onOpen: () => void;
  onMenu: (at: { x: number; y: number }) => void;
}

/** The simplified list of small screens (spec 2 §2). */
export function MobileRow({ pk, groupNameOf, onOpen, onMenu }: MobileRowProps) {
  const { t } = useTranslation(['devices', 'common']);
  const device = useDevice(pk);
  if (!device) return null;
  const state = dotStateOf(device);
  return (
    <div role="listitem" className={classes.row}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <OsIcon os={device.dev_os_id} size={20} />
        <span className={classes.text}>
          <strong>{device.alias}</strong>
          <span className={classes.state} data-state={state}>
            <StateDot state={state} />
            {t(`common:${state}`)} · {groupNameOf(device.device_group_fk)}
          </span>
        </span>
        <span className={classes.figures}>
          <span data-red={isRedUsage(device.cpu_usage) || undefined}>CPU {percentText(device.cpu_usage)}</span>
          <span data-red={isRedUsage(device.memory_usage) || undefined}>
            {t('column.memory_usage')} {percentText(device.memory_usage)}
          </span>
        </span>
      </button>
      <ActionIcon
        size={40}
        aria-label={t('more', { name: device.alias })}
        aria-haspopup="menu"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          onMenu({ x: left, y: bottom });
        }}
      >
        <IconDotsVertical size={18} />
      </ActionIcon>
    </div>
  );
}
