import { useMediaQuery } from '@mantine/hooks';
import { useAtom } from 'jotai';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router-dom';
import { useScope } from '../../entities/device/device-address.ts';
import { useLanguage } from '../../lib/language.ts';
import { detailWidthAtom, isNarrowQuery, paneWidths } from '../../lib/layout.ts';
import { useFleet, useFleetLoaded } from '../../live/use-fleet.ts';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DeviceContextMenu, type MenuPosition } from './device-context-menu.tsx';
import { DeviceListBody } from './device-list-body.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useDeviceList, type DeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

/** An address that is not a list is redirected to all devices. */
export function DevicesPage() {
  const language = useLanguage();
  return useScope() === null ? <Navigate to={`/${language}/device/all`} replace /> : <ListWithDetail />;
}

function ListWithDetail() {
  const list = useDeviceList();
  const isNarrow = useMediaQuery(isNarrowQuery) ?? false;
  const hidesList = list.opened !== null && isNarrow;
  return (
    <>
      {!hidesList && <ListPane list={list} />}
      {list.opened !== null && <DetailPane isAlone={hidesList} />}
    </>
  );
}

function ListPane({ list }: { list: DeviceList }) {
  const { store } = useFleet();
  const main = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  // Without devices there is nothing to filter, sort or select (experience, "First run").
  const isEmpty = useFleetLoaded() && store.size === 0;

  const openMenu = ({ pk, x, y }: MenuPosition) => {
    const { left, top } = main.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    setMenu({ pk, x: x - left, y: y - top });
  };
  return (
    <main ref={main} className={classes.list}>
      <ListHeading list={list} />
      {!isEmpty && <ListToolbar list={list} />}
      <div
        className={classes.body}
        // Touch does not hover.
        onPointerEnter={({ pointerType }) => list.setPointerOver(pointerType === 'mouse')}
        onPointerLeave={() => list.setPointerOver(false)}
      >
        <DeviceListBody list={list} onMenu={openMenu} />
      </div>
      {list.selection.size > 0 && <BulkBar list={list} />}
      {list.pks.length > 0 && <ListFooter list={list} />}
      {menu && <DeviceContextMenu at={menu} onClose={() => setMenu(null)} />}
    </main>
  );
}

/** The detail of the opened device: beside the list, or alone where there is no room for both. */
function DetailPane({ isAlone }: { isAlone: boolean }) {
  const { t } = useTranslation('shell');
  const [width, setWidth] = useAtom(detailWidthAtom);
  const Pane = isAlone ? 'main' : 'aside';
  return (
    <Pane className={classes.detail} style={isAlone ? { flex: 1 } : { width }} aria-label={t('detail')}>
      {isAlone ? (
        <h1 className="visually-hidden">{t('detail')}</h1>
      ) : (
        <ResizeHandle
          label={t('resize_detail')}
          width={width}
          {...paneWidths.detail}
          pane="right"
          onResize={setWidth}
        />
      )}
      <Outlet />
    </Pane>
  );
}
