import type { ColumnId } from './column-ids.ts';

interface ShownColumn {
  readonly colId: string;
  /** In pixels. */
  readonly width: number;
}

/** The detail beside the list says these; what tells one device in trouble from the others stays in the list. */
const detailSays: ReadonlySet<string> = new Set<ColumnId>([
  'group',
  's_pri_ip',
  's_pub_ip',
  'mac_addr',
  'dev_os_id',
  'cs_ver',
  'setting',
  'memo',
  'favorate',
  'last_connected_time',
]);

/**
 * The columns that do not fit beside the detail, which are hidden whole: first those that the detail says, each time
 * the last one.
 */
export function foldedColumns(columns: readonly ShownColumn[], room: number): string[] {
  const last = columns.toReversed();
  const order = [
    ...last.filter(({ colId }) => detailSays.has(colId)),
    ...last.filter(({ colId }) => !detailSays.has(colId)),
  ];
  const folded: string[] = [];
  let wanted = columns.reduce((sum, { width }) => sum + width, 0);
  for (const { colId, width } of order) {
    if (wanted <= room) break;
    folded.push(colId);
    wanted -= width;
  }
  return folded;
}
