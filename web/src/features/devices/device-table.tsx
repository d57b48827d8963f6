import type { DevicePk } from '@vigil/shared/contract/ids';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Changes } from '../../live/changes.ts';
import { useFleetChanges } from '../../live/use-fleet.ts';
import {
  DataGrid,
  type CellKeyDownEvent,
  type GridApi,
  type RowClassRules,
  type SelectionChangedEvent,
  type SortChangedEvent,
} from '../../ui/grid.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { columnDefs, isSortable, measureColumns } from './columns.ts';
import type { RowRef, TableContext } from './table-context.ts';
import type { DeviceList } from './use-device-list.ts';
import { useColumnLayout } from './use-column-layout.ts';
import { useGridLocale } from './use-grid-locale.ts';

interface DeviceTableProps {
  list: DeviceList;
  context: TableContext;
  hidden: readonly string[];
}

const refs = new Map<DevicePk, RowRef>();
const refOf = (pk: DevicePk): RowRef => {
  const ref = refs.get(pk) ?? { pk };
  refs.set(pk, ref);
  return ref;
};

// The grid compares options by identity, and rebuilds its columns and its selection for a new object.
const getRowId = ({ data }: { data: RowRef }) => String(data.pk);
const rowSelection = { mode: 'multiRow', selectAll: 'all', headerCheckbox: true, enableClickSelection: false } as const;
const selectionColumn = {
  width: 40,
  minWidth: 40,
  maxWidth: 40,
  pinned: 'left',
  suppressHeaderMenuButton: true,
  resizable: false,
} as const;

/** The table. React renders it when the list changes; changes inside a row are drawn by the cells. */
export function DeviceTable({ list, context, hidden }: DeviceTableProps) {
  const { sort, selection, opened, setSort } = list;
  const { pks } = list.page;
  const { t } = useTranslation('devices');
  const api = useRef<GridApi<RowRef> | null>(null);
  const localeText = useGridLocale();
  const rows = useMemo(() => pks.map(refOf), [pks]);
  const columns = useMemo(() => columnDefs((id) => t(`column.${id}`)), [t]);
  const shown = useLatest(pks);
  const rowClassRules = useMemo<RowClassRules<RowRef>>(
    () => ({ 'row-opened': ({ data }) => data?.pk === opened }),
    [opened],
  );

  const redraw = useCallback(({ usage, rows: changed, membership }: Changes) => {
    const grid = api.current;
    if (!grid || grid.isDestroyed()) return;
    const rendered = grid.getRenderedNodes();
    const own = (set: ReadonlySet<DevicePk>) => rendered.filter(({ data }) => data && set.has(data.pk));
    const whole = membership ? rendered : own(changed);
    if (whole.length > 0) grid.refreshCells({ rowNodes: whole, suppressFlash: true });
    const measured = own(usage);
    if (measured.length > 0) grid.refreshCells({ rowNodes: measured, columns: measureColumns, suppressFlash: true });
  }, []);
  useFleetChanges(redraw);

  const showSelection = useCallback(() => {
    const grid = api.current;
    if (!grid) return;
    const [select, deselect] = [true, false].map((on) => {
      const nodes: Parameters<typeof grid.setNodesSelected>[0]['nodes'] = [];
      grid.forEachNode((node) => {
        if (node.data && selection.has(node.data.pk) === on && node.isSelected() !== on) nodes.push(node);
      });
      return nodes;
    });
    if (select && select.length > 0) grid.setNodesSelected({ nodes: select, newValue: true, source: 'api' });
    if (deselect && deselect.length > 0) grid.setNodesSelected({ nodes: deselect, newValue: false, source: 'api' });
  }, [selection]);
  useEffect(showSelection, [showSelection, rows]);

  useEffect(() => {
    api.current?.setColumnsVisible(
      columns.map(({ colId }) => colId ?? ''),
      true,
    );
    api.current?.setColumnsVisible([...hidden], false);
  }, [columns, hidden]);

  useEffect(() => {
    api.current?.applyColumnState({
      state: [{ colId: sort.by, sort: sort.order }],
      defaultState: { sort: null },
    });
  }, [sort]);

  const layout = useColumnLayout(api);

  const marked = useRef<DevicePk | null>(null);
  useEffect(() => {
    // The grid computes the class of a row only when it gets new data.
    for (const pk of [marked.current, opened]) {
      const node = pk === null ? undefined : api.current?.getRowNode(String(pk));
      if (node?.data) node.setData(node.data);
    }
    marked.current = opened;
  }, [opened]);

  const onSortChanged = ({ api: grid, source }: SortChangedEvent<RowRef>) => {
    if (source === 'api') return;
    const column = grid.getColumnState().find((state) => state.sort);
    if (column && isSortable(column.colId))
      setSort({ by: column.colId, order: column.sort === 'asc' ? 'asc' : 'desc' });
  };
  const onSelectionChanged = ({ api: grid, source }: SelectionChangedEvent<RowRef>) => {
    if (source === 'api' || source === 'rowDataChanged') return;
    list.select(shown.current, new Set(grid.getSelectedRows().map(({ pk }) => pk)));
  };
  const onCellKeyDown = ({ event, data, column }: CellKeyDownEvent<RowRef>) => {
    if (!(event instanceof KeyboardEvent) || !data) return;
    if (event.key === 'Enter') context.navigate(data.pk);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      const cell = (event.target as HTMLElement).getBoundingClientRect();
      context.openMenu(data.pk, { x: cell.left + 8, y: cell.bottom });
    }
    if (event.key === ' ' && column.getColId() === 'favorate') context.toggleFavourite(data.pk);
  };

  return (
    <DataGrid<RowRef>
      rowData={rows}
      columnDefs={columns}
      context={context}
      localeText={localeText}
      getRowId={getRowId}
      rowSelection={rowSelection}
      selectionColumnDef={selectionColumn}
      rowClassRules={rowClassRules}
      onGridReady={({ api: grid }) => {
        api.current = grid;
        layout.begin(grid);
        grid.setColumnsVisible([...hidden], false);
        grid.applyColumnState({ state: [{ colId: sort.by, sort: sort.order }], defaultState: { sort: null } });
        grid.setGridAriaProperty('label', t('table_label'));
        showSelection();
      }}
      onColumnMoved={layout.keep}
      onColumnResized={layout.keep}
      onSortChanged={onSortChanged}
      onSelectionChanged={onSelectionChanged}
      onCellKeyDown={onCellKeyDown}
      onRowDoubleClicked={({ data }) => data && context.navigate(data.pk)}
      onCellContextMenu={({ data, event }) => {
        if (!data || !(event instanceof MouseEvent)) return;
        context.openMenu(data.pk, { x: event.clientX, y: event.clientY });
      }}
      preventDefaultOnContextMenu
    />
  );
}
