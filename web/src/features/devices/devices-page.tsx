import { useMediaQuery } from '@mantine/hooks';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useAtom, useAtomValue } from 'jotai';
import { useMemo, useRef, useState } from 'react';
import { Navigate, Outlet, useNavigate, useParams } from 'react-router-dom';
import { withDescendants } from '../../entities/group/group-tree.ts';
import { detailWidthAtom, isMobileQuery, isNarrowQuery, paneWidths } from '../../lib/layout.ts';
import { devicePkOf, useScope } from '../../entities/device/device-address.ts';
import { useDeviceAddress } from '../../entities/device/device-address.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import { useKeyedState } from '../../lib/use-keyed-state.ts';
import { useFleet, useFleetLoaded } from '../../live/use-fleet.ts';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import { useTranslation } from 'react-i18next';
import { BulkBar } from './bulk-bar.tsx';
import { DeviceContextMenu, type MenuAt } from './device-context-menu.tsx';
import { DeviceListBody } from './device-list-body.tsx';
import { filterAtom, pageSizeAtom, sortAtom, viewAtom } from './list-state.ts';
import { noFilter, type Sort, type Within } from './device-order.ts';
import { ListFooter } from './list-footer.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { pageOf } from './paging.ts';
import { useDeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

const nobody: ReadonlySet<DevicePk> = new Set();

/** An address that is not a list leads to all devices. */
export function DevicesPage() {
  const language = useLanguage();
  return useScope() === null ? <Navigate to={`/${language}/device/all`} replace /> : <ListWithDetail />;
}

function ListWithDetail() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const addressOf = useDeviceAddress();
  const opened = devicePkOf(useParams().devicePk);
  const isMobile = useMediaQuery(isMobileQuery) ?? false;
  const isNarrow = useMediaQuery(isNarrowQuery) ?? false;
  const [detailWidth, setDetailWidth] = useAtom(detailWidthAtom);
  const scope = useScope();
  const { store } = useFleet();
  const within = useWithin();
  const [filter, setFilter] = useAtom(filterAtom);
  const [sort, setSort] = useAtom(sortAtom);
  const chosenView = useAtomValue(viewAtom);
  const view = isMobile ? 'icon' : chosenView;
  const pageSize = useAtomValue(pageSizeAtom)[view];
  const [selection, setSelection] = useKeyedState<ReadonlySet<DevicePk>>(String(scope), nobody);
  const listKey = JSON.stringify([scope, filter, sort, view, pageSize]);
  const [pageWanted, setPage] = useKeyedState(listKey, 0);
  const main = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const list = useDeviceList({ within, filter, sort });
  const page = pageOf(list.pks, pageWanted, pageSize);

  const openMenu = ({ pk, x, y }: MenuAt) => {
    const { left, top } = main.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    setMenu({ pk, x: x - left, y: y - top });
  };
  const onSort = (next: Sort) => {
    setSort(next);
    setSelection(nobody);
  };
  const onSelect = (shown: readonly DevicePk[], selected: ReadonlySet<DevicePk>) => {
    const elsewhere = [...selection].filter((pk) => !shown.includes(pk));
    setSelection(new Set([...elsewhere, ...selected]));
  };
  // Nothing to find, sort or show in another way: there is one thing to do (experience, "First run").
  const isEmpty = useFleetLoaded() && store.size === 0;
  const hidesList = opened !== null && isNarrow;
  const Pane = hidesList ? 'main' : 'aside';

  return (
    <>
      {!hidesList && (
        <main ref={main} className={classes.list}>
          <ListHeading list={list} />
          {!isEmpty && (
            <ListToolbar
              filter={filter}
              onFilter={setFilter}
              sort={sort}
              onSort={onSort}
              view={view}
              isMobile={isMobile}
              moved={list.moved}
              onResort={list.resort}
            />
          )}
          <div className={classes.body} {...list.pointer}>
            <DeviceListBody
              view={view}
              list={list}
              page={page}
              sort={sort}
              filter={filter}
              selection={selection}
              opened={opened}
              isMobile={isMobile}
              onSort={onSort}
              onSelect={onSelect}
              onMenu={openMenu}
              onOpen={(pk) => void navigate(addressOf(pk))}
              onClearFilter={() => setFilter(noFilter)}
            />
          </div>
          {selection.size > 0 && <BulkBar selection={selection} all={list.pks} onSelection={setSelection} />}
          {list.pks.length > 0 && <ListFooter page={page} view={view} onPage={setPage} />}
          {menu && <DeviceContextMenu at={menu} onClose={() => setMenu(null)} />}
        </main>
      )}
      {opened !== null && (
        <Pane
          className={classes.detail}
          style={hidesList ? { flex: 1 } : { width: detailWidth }}
          aria-label={t('detail')}
        >
          {hidesList ? (
            <h1 className="visually-hidden">{t('detail')}</h1>
          ) : (
            <ResizeHandle
              label={t('resize_detail')}
              width={detailWidth}
              {...paneWidths.detail}
              pane="right"
              onResize={setDetailWidth}
            />
          )}
          <Outlet />
        </Pane>
      )}
    </>
  );
}

/** A group stands for itself and everything below it. */
function useWithin(): Within {
  const scope = useScope();
  const { tree } = useGroups();
  return useMemo(() => {
    if (scope === null || scope === 'all') return 'all';
    if (scope === 'favorate') return 'favorate';
    const node = tree.byPk.get(scope);
    return new Set(node ? withDescendants(node) : [scope]);
  }, [scope, tree]);
}
