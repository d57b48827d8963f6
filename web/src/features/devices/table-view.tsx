import type { DevicePk } from '@vigil/shared/contract/ids';
import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { beginDrag, draggedAtom } from '../../entities/group/drag.ts';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useDeviceAddress } from '../../entities/device/device-address.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useFleet } from '../../live/use-fleet.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { ListBodyProps } from './use-device-list.ts';
import { DeviceTable } from './device-table.tsx';
import { hiddenColumnsAtom } from './list-state.ts';
import type { TableContext } from './table-context.ts';
import classes from './devices-page.module.css';

export function TableView(props: ListBodyProps) {
  const hidden = useAtomValue(hiddenColumnsAtom);
  const context = useTableContext(props);
  return (
    <div className={classes.grid}>
      <DeviceTable list={props.list} context={context} hidden={hidden} />
    </div>
  );
}

/** The context of the cells. Its identity is stable while the page is open, so that the grid is not rebuilt. */
function useTableContext({ list, onMenu }: ListBodyProps): TableContext {
  const { t } = useTranslation(['devices', 'common']);
  const { store } = useFleet();
  const { viewer } = useViewer();
  const time = useTimeFormat();
  const setDragged = useSetAtom(draggedAtom);
  const latest = useLatest({ list, onMenu, act: useDeviceActions(), addressOf: useDeviceAddress() });

  return useMemo(() => {
    const startDrag = (event: DragEvent, pk: DevicePk) => {
      if (!event.dataTransfer) return;
      const { selection } = latest.current.list;
      const pks = selection.has(pk) ? [...selection] : [pk];
      beginDrag(event.dataTransfer, pks.map((one) => store.get(one)?.alias ?? '').join(', '));
      setDragged({ kind: 'devices', pks });
    };
    return {
      store,
      time,
      texts: {
        state: { online: t('common:online'), offline: t('common:offline'), waiting: t('common:waiting') },
        os: {
          0: t('common:os.0'),
          1: t('common:os.1'),
          2: t('common:os.2'),
          3: t('common:os.3'),
          4: t('common:os.4'),
          5: t('common:os.5'),
        },
        clone: t('clone'),
        approve: t('approve'),
        favouriteAdd: t('favourite_add'),
        favouriteRemove: t('favourite_remove'),
        never: t('never'),
        more: (name) => t('more', { name }),
      },
      addressOf: (pk) => latest.current.addressOf(pk),
      navigate: (pk) => latest.current.list.open(pk),
      openMenu: (pk, at) => latest.current.onMenu({ pk, ...at }),
      toggleFavourite: (pk) => latest.current.act('favourite', [pk]),
      approve: viewer.flags.isAdmin || viewer.usesApproval ? (pk) => latest.current.act('approve', [pk]) : null,
      startDrag: viewer.flags.isAdmin ? startDrag : null,
    };
  }, [t, store, time, viewer, latest, setDragged]);
}
