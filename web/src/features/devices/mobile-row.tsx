import { ActionIcon, Checkbox, VisuallyHidden } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { InSessionMark } from '../../entities/device/in-session-mark.tsx';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { PossibleCloneMark } from '../../entities/device/possible-clone-mark.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { useDeviceStateText } from '../../entities/device/use-device-states.ts';
import { OpenAlertMark } from '../../entities/incident/open-alert-mark.tsx';
import { MaintenanceMark } from '../../entities/maintenance/maintenance-mark.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { mobileRowMeasures } from './row-measures.ts';
import classes from './device-card.module.css';

interface MobileRowProps {
  pk: DevicePk;
  groupNameOf: (pk: GroupPk) => string;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onOpen: () => void;
  onMenu: (at: { x: number; y: number }) => void;
}

/** The simplified list of small screens (spec 2 §2). */
export function MobileRow({ pk, groupNameOf, selected, onSelect, onOpen, onMenu }: MobileRowProps) {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const stateText = useDeviceStateText();
  const device = useDevice(pk);
  // It was deleted under the pointer: the others stay where they are.
  if (!device) return <div className={classes.row} aria-hidden />;
  const state = dotStateOf(device, viewer);
  return (
    <div role="listitem" className={classes.row} data-selected={selected || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box inside; the label makes it larger */}
      <label className={classes.check}>
        <Checkbox
          size="sm"
          aria-label={t('select', { name: device.alias })}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </label>
      <button type="button" className={classes.open} onClick={onOpen}>
        <OsIcon os={device.dev_os_id} size={20} />
        <span className={classes.text}>
          <strong>
            {device.alias} <PossibleCloneMark device={device} /> <InSessionMark pk={device.pk} />{' '}
            <OpenAlertMark pk={device.pk} /> <MaintenanceMark device={device} />
          </strong>
          <span className={classes.second}>
            <span className={classes.state} data-state={state}>
              <StateDot state={state} />
              {/* The dot says that all is well; the group has the room. */}
              <span>
                {state === 'online' ? <VisuallyHidden>{stateText(device)} </VisuallyHidden> : `${stateText(device)} · `}
                <span className={classes.group}>{groupNameOf(device.device_group_fk)}</span>
              </span>
            </span>
            <span className={classes.measures}>
              {mobileRowMeasures(device).map(({ column, text, isRed }) => (
                <span key={column} data-red={isRed || undefined}>
                  {t(`column.${column}`)} {text}
                </span>
              ))}
            </span>
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
