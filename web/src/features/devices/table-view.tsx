import { actionDenial, obstacleTo } from '@vigil/shared/domain/device-actions';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevicePanelPath } from '../../entities/device/device-address.ts';
import { useInSessionText } from '../../entities/device/running-sessions.ts';
import { dotStateOf, stateWordsOf } from '../../entities/device/state-dot.tsx';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useRequestedDevices } from '../../entities/device/use-device-states.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useGroupName, useGroupPath, useGroups } from '../../entities/group/use-groups.ts';
import { useAlertingDevices, useOpenAlertText } from '../../entities/incident/use-open-alert-text.ts';
import { useMaintenanceText } from '../../entities/maintenance/use-maintenance-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { DeviceTable } from './device-table.tsx';
import { hiddenColumnsAtom } from './list-preferences.ts';
import type { TableContext } from './table-context.ts';
import { useConnectionTexts } from './use-connection-texts.ts';
import { useDeviceDrag } from './use-device-drag.ts';
import type { ListBodyProps } from './use-device-list.ts';
import classes from './devices-page.module.css';

export function TableView(props: ListBodyProps) {
  const hidden = useAtomValue(hiddenColumnsAtom);
  const context = useTableContext(props);
  const { tree } = useGroups();
  const sessions = useInSessionText();
  const maintenance = useMaintenanceText();
  const alerting = useAlertingDevices();
  const requests = useRequestedDevices();
  return (
    <div className={classes.grid}>
      <DeviceTable
        list={props.list}
        context={context}
        hidden={hidden}
        groups={tree}
        sessions={sessions}
        maintenance={maintenance}
        alerting={alerting}
        requests={requests}
      />
    </div>
  );
}

/** The context of the cells. Its identity is stable while the page is open, so that the grid is not rebuilt. */
function useTableContext({ list, onMenu }: ListBodyProps): TableContext {
  const { t } = useTranslation(['devices', 'common']);
  const { store } = useLiveData();
  const { viewer } = useViewer();
  const time = useTimeFormat();
  const connection = useConnectionTexts();
  const startDrag = useDeviceDrag(list.selection);
  const groupNameOf = useGroupName();
  const groupPathOf = useGroupPath();
  const latest = useLatest({
    list,
    onMenu,
    groupNameOf,
    groupPathOf,
    inSessionText: useInSessionText(),
    alertText: useOpenAlertText(),
    maintenanceText: useMaintenanceText(),
    isRequested: useRequestedDevices(),
    act: useDeviceActions(),
    of: useObstacleText().of,
    addressOf: useDevicePanelPath(),
  });

  return useMemo(() => {
    return {
      store,
      time,
      texts: {
        state: {
          online: t('common:online'),
          offline: t('common:offline'),
          waiting: t('waiting_brief'),
          locked: t('common:locked'),
          requested: t('common:requested'),
        },
        os: {
          0: t('common:os.0'),
          1: t('common:os.1'),
          2: t('common:os.2'),
          3: t('common:os.3'),
          4: t('common:os.4'),
          5: t('common:os.5'),
        },
        clone: t('clone'),
        approve: viewer.usesApproval ? t('request_access') : t('approve'),
        favouriteAdd: t('favourite_add'),
        favouriteRemove: t('favourite_remove'),
        connection,
        more: (name) => t('more', { name }),
      },
      groupNameOf: (pk) => latest.current.groupNameOf(pk),
      groupPathOf: (pk) => latest.current.groupPathOf(pk),
      dotOf: (device) => dotStateOf(device, viewer),
      stateWordsOf: (device) => stateWordsOf(device, viewer, latest.current.isRequested(device.pk)),
      maintenanceText: (device) => latest.current.maintenanceText(device),
      inSessionText: (pk) => latest.current.inSessionText(pk),
      alertText: (pk) => latest.current.alertText(pk),
      opened: () => latest.current.list.opened,
      addressOf: (pk) => latest.current.addressOf(pk),
      navigate: (pk) => latest.current.list.open(pk),
      openMenu: (pk, at) => latest.current.onMenu({ pk, ...at }),
      toggleFavourite: (pk) => latest.current.act('favourite', [pk]),
      approve: actionDenial('approve', viewer) === null ? (pk) => latest.current.act('approve', [pk]) : null,
      approveIsRequest: viewer.usesApproval,
      approvalObstacle: (device) => {
        const obstacle = obstacleTo('approve', viewer, device);
        return obstacle && latest.current.of(obstacle);
      },
      startDrag,
    };
  }, [t, store, time, connection, viewer, latest, startDrag]);
}
