import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDotsVertical, IconRefresh, IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { MAX_DEVICE_MEMO, MAX_DEVICE_NAME } from '@vigil/shared/contract/limits';
import { cleanLines } from '@vigil/shared/contract/patterns';
import { problems } from '@vigil/shared/contract/problems';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceMenuItem } from '../../entities/device/device-menu-item.tsx';
import { applicableMenuSections } from '../../entities/device/device-menu.ts';
import { EndSessionsMenuItem } from '../../entities/device/end-sessions-menu-item.tsx';
import { dotStateOf, StateDot } from '../../entities/device/state-dot.tsx';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useDeviceFieldDenial } from '../../entities/device/use-device-field-denial.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import { useDeviceStateText } from '../../entities/device/use-device-states.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { MaintenanceBadge } from '../../entities/maintenance/maintenance-badge.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { EditableDetailTags } from './detail-tags.tsx';
import { GroupPath } from './group-path.tsx';
import classes from './detail.module.css';

interface DetailHeaderProps {
  device: FleetDevice;
  refreshing: boolean;
  onRefresh: () => void;
  onClose: () => void;
}

export function DetailHeader({ device, refreshing, onRefresh, onClose }: DetailHeaderProps) {
  const { t } = useTranslation(['detail', 'devices', 'common', 'tree']);
  const language = useLanguage();
  usePageTitle(device.alias, 1);
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const reasonFor = useDeviceFieldDenial();
  const { update } = useDeviceMutations();
  const act = useDeviceActions();
  const stateText = useDeviceStateText();
  const state = dotStateOf(device, viewer);
  const obstacle = obstacleTo('favourite', viewer, device);
  const favourite = device.favourite !== null;
  const starLabel = t(favourite ? 'devices:favourite_remove' : 'devices:favourite_add');
  const Star = favourite ? IconStarFilled : IconStar;

  return (
    <header className={classes.header}>
      <GroupPath device={device} />
      <div className={classes.title}>
        <h2>
          <InlineEdit
            value={device.alias}
            placeholder=""
            label={t('edit_alias')}
            limit={MAX_DEVICE_NAME}
            missing={problems.no_input_data[language]}
            multiline={false}
            reason={reasonFor('alias')}
            className={classes.alias}
            isQuiet
            onSave={async (alias, before) => {
              await update(device.pk, { alias }, { alias: before });
              notifyDone(t('devices:renamed'));
            }}
          />
        </h2>
        <span className={classes.state} data-state={state}>
          <StateDot state={state} />
          {stateText(device)}
        </span>
        <span className={classes.tools}>
          <DisableWithReason label={starLabel} reason={obstacle && of(obstacle)}>
            <ActionIcon aria-label={starLabel} aria-pressed={favourite} onClick={() => act('favourite', [device.pk])}>
              <Star size={17} stroke={1.6} />
            </ActionIcon>
          </DisableWithReason>
          <Tooltip label={t('common:refresh')}>
            <ActionIcon aria-label={t('common:refresh')} loading={refreshing} onClick={onRefresh}>
              <IconRefresh size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <ActionIcon aria-label={t('devices:more', { name: device.alias })}>
                <IconDotsVertical size={17} stroke={1.6} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {applicableMenuSections(device, viewer).map((section, index) => (
                <Fragment key={section[0]}>
                  {index > 0 && <Menu.Divider />}
                  {section
                    .filter((action) => action !== 'detail')
                    .map((action) => (
                      <DeviceMenuItem key={action} action={action} device={device} />
                    ))}
                </Fragment>
              ))}
              <EndSessionsMenuItem pk={device.pk} />
            </Menu.Dropdown>
          </Menu>
          <Tooltip label={t('close')}>
            <ActionIcon aria-label={t('close')} onClick={onClose}>
              <IconX size={18} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      <div>
        <MaintenanceBadge device={device} />
      </div>
      <InlineEdit
        value={device.memo}
        placeholder={reasonFor('memo') === null ? t('no_memo') : t('memo_empty')}
        label={t('edit_memo')}
        limit={MAX_DEVICE_MEMO}
        missing={null}
        multiline
        clean={cleanLines}
        reason={reasonFor('memo')}
        className={classes.memo}
        isQuiet
        onSave={async (memo, before) => {
          await update(device.pk, { memo }, { memo: before });
          notifyDone(t('updated_memo'));
        }}
      />
      <EditableDetailTags device={device} />
    </header>
  );
}
