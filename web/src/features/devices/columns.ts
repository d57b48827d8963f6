import type { ColumnSortKey } from '../../entities/device/device-sorter.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { ColDef } from '../../ui/grid.tsx';
import {
  ActionsCell,
  ConnectionCell,
  CpuCell,
  DiskCell,
  MemoryCell,
  NameCell,
  OsCell,
  StarCell,
  StateCell,
  TagsCell,
  TemperatureCell,
  createTextCellClass,
} from './cells.ts';
import { columnIds, type ColumnId } from './column-ids.ts';
import type { RowRef, TableContext } from './table-context.ts';
import classes from './cells.module.css';

interface Shape {
  width: number;
  flex?: number;
  /** Beside the detail, where all do not fit; in pixels. */
  tightWidth?: number;
  cell: ColDef<RowRef>['cellRenderer'];
  /** The displayed value, so that the grid redraws the cell only when it changed. */
  key: (device: FleetDevice) => unknown;
}

/** A figure without its bar. */
const TIGHT_METER_PX = 64;

const shapes: { readonly [C in ColumnId]: Shape } = {
  alias: {
    width: 278,
    cell: NameCell,
    key: (d) => `${d.alias}|${d.isPossibleClone}|${d.dev_os_id}|${d.device_group_fk}`,
  },
  actions: { width: 44, cell: ActionsCell, key: (d) => `${d.isApproved}${d.isOnline}${d.alias}` },
  alive: { width: 98, cell: StateCell, key: (d) => `${d.isOnline}${d.isApproved}` },
  group: {
    width: 130,
    cell: createTextCellClass((d, { groupNameOf }) => groupNameOf(d.device_group_fk)),
    key: (d) => d.device_group_fk,
  },
  s_pri_ip: { width: 116, cell: createTextCellClass((d) => d.s_pri_ip, classes.mono), key: (d) => d.s_pri_ip },
  s_pub_ip: { width: 126, cell: createTextCellClass((d) => d.s_pub_ip, classes.mono), key: (d) => d.s_pub_ip },
  mac_addr: { width: 146, cell: createTextCellClass((d) => d.mac_addr, classes.mono), key: (d) => d.mac_addr },
  cpu_usage: {
    width: 106,
    flex: 1,
    tightWidth: TIGHT_METER_PX,
    cell: CpuCell,
    key: (d) => `${d.cpu_usage}${d.isOnline}`,
  },
  memory_usage: {
    width: 106,
    flex: 1,
    tightWidth: TIGHT_METER_PX,
    cell: MemoryCell,
    key: (d) => `${d.memory_usage}${d.isOnline}`,
  },
  hdd_usage: {
    width: 106,
    flex: 1,
    tightWidth: TIGHT_METER_PX,
    cell: DiskCell,
    key: (d) => `${d.hdd_usage}${d.isOnline}`,
  },
  cpu_temp: { width: 88, cell: TemperatureCell, key: (d) => `${d.cpu_temp}${d.isOnline}` },
  dev_os_id: { width: 112, cell: OsCell, key: (d) => d.dev_os_id },
  cs_ver: { width: 92, cell: createTextCellClass((d) => d.cs_ver), key: (d) => d.cs_ver },
  setting: { width: 130, cell: createTextCellClass((d) => d.app_config_name), key: (d) => d.app_config_name },
  tags: { width: 160, cell: TagsCell, key: (d) => d.tags.join('\n') },
  memo: { width: 160, cell: createTextCellClass((d) => d.memo || null), key: (d) => d.memo },
  favorate: { width: 48, cell: StarCell, key: (d) => d.favourite?.pk ?? null },
  last_connected_time: {
    width: 154,
    cell: ConnectionCell,
    key: (d) => `${d.isOnline}${d.last_connected_time}${d.last_disconnected_time}`,
  },
};

/** In pixels; the least one of a column that shares what the others leave (flex). Undefined for an unknown column. */
export const columnWidth = (id: string): number | undefined => shapeOf(id)?.width;

/** The least width of a column where there is little room; undefined for one that keeps its own. */
export const tightColumnWidth = (id: string): number | undefined => shapeOf(id)?.tightWidth;

const shapeOf = (id: string): Shape | undefined => (shapes as Readonly<Record<string, Shape>>)[id];

/** The name stays in sight while the others scroll, and so do the actions. */
const pins: { readonly [C in ColumnId]?: 'left' | 'right' } = { alias: 'left', actions: 'right' };

const unsortable = new Set<ColumnId>(['actions', 'group', 's_pri_ip', 'setting', 'tags', 'memo', 'favorate']);
export const isSortable = (id: string): id is ColumnSortKey =>
  Object.hasOwn(shapes, id) && !unsortable.has(id as ColumnId);

/** Redrawn when measures change; the others only when the row changed. */
export const measureColumns: ColumnId[] = ['cpu_usage', 'memory_usage', 'hdd_usage', 'cpu_temp'];

export const columnDefs = (titleOf: (id: ColumnId) => string, { isTight }: { isTight: boolean }): ColDef<RowRef>[] =>
  columnIds.map((id) => {
    const { width, flex, tightWidth, cell, key } = shapes[id];
    return {
      colId: id,
      headerName: titleOf(id),
      width,
      minWidth: Math.min(width, 72),
      ...(flex === undefined ? {} : { flex, minWidth: isTight ? (tightWidth ?? width) : width }),
      cellRenderer: cell,
      sortable: !unsortable.has(id),
      sortingOrder: ['asc', 'desc'],
      // The list is sorted by its model (device-list-model.ts); the header only shows the order.
      comparator: () => 0,
      valueGetter: ({ data, context }) => {
        const device = data && (context as TableContext).store.get(data.pk);
        return device ? key(device) : null;
      },
      headerClass: `head-${id}`,
      suppressMovable: id in pins,
      lockPinned: true,
      pinned: pins[id] ?? null,
    };
  });
