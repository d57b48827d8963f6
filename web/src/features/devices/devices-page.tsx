import { useMediaQuery } from '@mantine/hooks';
import { useAtom } from 'jotai';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router-dom';
import { useListScope, type ListScope } from '../../entities/device/device-address.ts';
import { useLanguage } from '../../lib/language.ts';
import { detailWidthAtom, NARROW_MEDIA_QUERY, paneWidthLimits } from '../../lib/layout.ts';
import { useLiveData, useFleetLoaded } from '../../live/use-fleet.ts';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import { useToastsBelowRef } from '../../ui/use-toasts-below-ref.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DeviceContextMenu, type DeviceMenuPlacement } from './device-context-menu.tsx';
import { DeviceListBody } from './device-list-body.tsx';
import { DeviceListFooter } from './device-list-footer.tsx';
import { useEditingGuard } from './edit/use-leave-editing.ts';
import { FirstDeviceNotice } from './first-device-notice.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { createPointerHold } from './pointer-hold.ts';
import { StatusStrip } from './status-strip.tsx';
import { UnknownAgentsButton } from './unknown-agents-button.tsx';
import { useDeviceList, type DeviceList } from './use-device-list.ts';
import { useIsDeniedGroup } from './use-is-denied-group.ts';
import { useLeaveUnknownGroup } from './use-leave-unknown-group.ts';
import classes from './devices-page.module.css';

/** An address that is not a list is redirected to all devices. */
export function DevicesPage() {
  const language = useLanguage();
  const scope = useListScope();
  return scope === null ? <Navigate to={`/${language}/device/all`} replace /> : <ListWithDetail scope={scope} />;
}

function ListWithDetail({ scope }: { scope: ListScope }) {
  useLeaveUnknownGroup(scope);
  const list = useDeviceList();
  useEditingGuard();
  const isNarrow = useMediaQuery(NARROW_MEDIA_QUERY) ?? false;
  const hidesList = list.opened !== null && isNarrow;
  return (
    <>
      {!hidesList && <ListPane list={list} />}
      {list.opened !== null && <DetailPane isAlone={hidesList} />}
    </>
  );
}

const ListPane = memo(function ListPane({ list }: { list: DeviceList }) {
  const { store } = useLiveData();
  const main = useRef<HTMLElement>(null);
  const toasts = useToastsBelowRef();
  const [menu, setMenu] = useState<DeviceMenuPlacement | null>(null);
  const { setPointerOver } = list;
  const hold = useMemo(() => createPointerHold(setPointerOver), [setPointerOver]);
  useEffect(() => () => hold[Symbol.dispose](), [hold]);
  // Without devices there is nothing to filter, sort or select (experience, "First run").
  const isEmpty = useFleetLoaded() && store.size === 0;
  const [wasEmpty, setWasEmpty] = useState(false);
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  const isDenied = useIsDeniedGroup();
  const hasTools = !isEmpty && !isDenied;

  const focusedBefore = useRef<Element | null>(null);
  const closeMenu = () => {
    setMenu(null);
    // The menu is opened as it is mounted, so that it cannot know what had the focus.
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  };
  const openMenu = ({ pk, x, y }: DeviceMenuPlacement) => {
    const { left, top } = main.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    focusedBefore.current = document.activeElement;
    setMenu({ pk, x: x - left, y: y - top });
  };
  return (
    <main ref={main} className={classes.list}>
      <div ref={toasts} className={classes.top}>
        <ListHeading list={list} />
        {wasEmpty && <FirstDeviceNotice />}
        <UnknownAgentsButton />
        {hasTools && <StatusStrip list={list} />}
        {hasTools && <ListToolbar list={list} />}
      </div>
      <div
        className={classes.body}
        onPointerEnter={hold.enter}
        // While rows are edited they stay where they are.
        onPointerLeave={({ pointerType }) => hold.leave(pointerType, list.isEditing)}
      >
        <DeviceListBody list={list} onMenu={openMenu} />
      </div>
      {list.selection.size > 0 && !list.isEditing && <BulkBar list={list} />}
      {list.pks.length > 0 && !isDenied && <DeviceListFooter list={list} />}
      {menu && <DeviceContextMenu at={menu} onClose={closeMenu} />}
    </main>
  );
});

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
          {...paneWidthLimits.detail}
          pane="right"
          onResize={setWidth}
        />
      )}
      <Outlet />
    </Pane>
  );
}
