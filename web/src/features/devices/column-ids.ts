/**
 * The columns of spec 2 §2, by the names it gives them, and the group, the local address, the memo and the tags; the
 * checkbox is the grid's own.
 */
export const columnIds = [
  'alias',
  'actions',
  'alive',
  'group',
  's_pri_ip',
  's_pub_ip',
  'mac_addr',
  'cpu_usage',
  'memory_usage',
  'hdd_usage',
  'cpu_temp',
  'dev_os_id',
  'cs_ver',
  'setting',
  'tags',
  'memo',
  'favorate',
  'last_connected_time',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** Columns that cannot be hidden, because they identify the device and its actions. */
export const unhideableColumns: readonly ColumnId[] = ['alias', 'actions'];

/**
 * What the name already shows (the system and the group), or what is looked up rather than watched. The others fit
 * beside the tree on a screen that is 1,440 px wide. Of the addresses, the local one tells devices apart.
 */
export const hiddenByDefault: ColumnId[] = [
  'group',
  's_pub_ip',
  'mac_addr',
  'dev_os_id',
  'cs_ver',
  'setting',
  'tags',
  'memo',
];
