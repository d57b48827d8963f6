import { Button, CloseButton, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { isActionOffered, type MenuAction } from '@vigil/shared/domain/device-actions';
import { useTranslation } from 'react-i18next';
import { actionIcons } from '../../entities/device/device-action-icons.ts';
import {
  bulkActionsByFrequency,
  showsSkippedDevices,
  remoteSessionActions,
} from '../../entities/device/device-menu.ts';
import { useActionLabel } from '../../entities/device/use-action-label.ts';
import { useBulkActionPreview } from '../../entities/device/use-bulk-action-preview.ts';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useLicenceNotice } from '../../entities/device/use-licence-notice.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useFleetVersion } from '../../live/use-fleet.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import type { DeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

/** The actions on the selection, with the number of devices that they reach: "Reboot 18 of 20 – 2 offline". */
export function BulkBar({ list }: { list: DeviceList }) {
  const { selection, hiddenSelected, pks } = list;
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  useFleetVersion();
  const more = bulkActionsByFrequency.more.filter((action) => isActionOffered(action, viewer));
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('bulk_label')}>
      <div className={classes.bulkActions}>
        <b role="status">
          {t('selected', { count: selection.size })}
          {hiddenSelected > 0 && ` (${t('selected_hidden', { hidden: hiddenSelected })})`}
        </b>
        {selection.size === 1 &&
          remoteSessionActions(viewer).map((action) => (
            <BulkButton key={action} action={action} selection={selection} isSingle />
          ))}
        {bulkActionsByFrequency.first.map((action) => (
          <BulkButton key={action} action={action} selection={selection} />
        ))}
        {more.length > 0 && (
          <Menu position="top-start" width="auto">
            <Menu.Target>
              <Button variant="default" size="compact-sm" fw={500} leftSection={<IconDots size={14} />}>
                {t('bulk_more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {more.map((action) => (
                <BulkItem key={action} action={action} selection={selection} />
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {selection.size - hiddenSelected < pks.length && (
          <Button variant="transparent" size="compact-xs" onClick={list.selectAll}>
            {t('select_all', { count: pks.length })}
          </Button>
        )}
      </div>
      <CloseButton aria-label={t('clear_selection')} onClick={list.clearSelection} />
    </div>
  );
}

interface BulkActionProps {
  action: MenuAction;
  selection: ReadonlySet<DevicePk>;
}

function BulkButton({ action, selection, isSingle = false }: BulkActionProps & { isSingle?: boolean }) {
  const label = useActionLabel();
  const act = useDeviceActions();
  const bulk = useBulkActionPreview()(action, selection);
  if (bulk.concerned.length === 0) return null;
  const Shape = actionIcons[action];
  return (
    <DisableWithReason
      reason={bulk.possible.length === 0 ? bulk.reasons : null}
      {...(bulk.possible.length > 0 && bulk.reasons && { label: bulk.reasons })}
    >
      <Button
        variant="default"
        size="compact-sm"
        fw={500}
        leftSection={<Shape size={14} stroke={1.7} />}
        onClick={() => act(action, showsSkippedDevices(action) ? bulk.concerned : bulk.possible)}
      >
        {isSingle ? label(action) : bulk.text}
      </Button>
    </DisableWithReason>
  );
}

function BulkItem({ action, selection }: BulkActionProps) {
  const act = useDeviceActions();
  const block = useLicenceNotice();
  const bulk = useBulkActionPreview()(action, selection);
  if (bulk.concerned.length === 0) return null;
  const Shape = actionIcons[action];
  return (
    <DisableWithReason
      reason={bulk.possible.length === 0 ? bulk.reasons : null}
      more={block(action)}
      {...(bulk.possible.length > 0 && bulk.reasons && { label: bulk.reasons })}
    >
      <Menu.Item
        leftSection={<Shape size={15} stroke={1.7} />}
        {...(action === 'delete' || action === 'reject' ? { c: 'var(--state-danger)' } : {})}
        onClick={() => act(action, showsSkippedDevices(action) ? bulk.concerned : bulk.possible)}
      >
        {bulk.text}
      </Menu.Item>
    </DisableWithReason>
  );
}
