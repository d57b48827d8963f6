import * as z from 'zod';
import { DeviceRow } from './device.ts';
import { FavouritePk } from './ids.ts';

const row = DeviceRow.shape;

/** A column whose values repeat: `at[i]` is the place of row i's value in `values`. */
const repeated = <V extends z.ZodType>(value: V) => z.object({ values: z.array(value), at: z.array(z.int()) });

/** Milliseconds since 1970: half as long as the text of a row. */
const time = z.int().nullable();

const plainColumns = {
  pk: z.array(row.pk),
  guid: z.array(row.guid),
  alias: z.array(row.alias),
  memo: z.array(row.memo),
  alive: z.array(row.alive),
  approval: z.array(row.approval),
  device_group_fk: z.array(row.device_group_fk),
  app_config_fk: z.array(row.app_config_fk),
  dev_os_id: z.array(row.dev_os_id),
  s_pri_ip: z.array(row.s_pri_ip),
  mac_addr: z.array(row.mac_addr),
  cpu_usage: z.array(row.cpu_usage),
  memory_usage: z.array(row.memory_usage),
  memory_capacity: z.array(row.memory_capacity),
  memory_uses: z.array(row.memory_uses),
  hdd_usage: z.array(row.hdd_usage),
  hdd_capacity: z.array(row.hdd_capacity),
  hdd_uses: z.array(row.hdd_uses),
  cpu_temp: z.array(row.cpu_temp),
  hdd_temp: z.array(row.hdd_temp),
  fan_speed_id: z.array(row.fan_speed_id),
  possible_clone: z.array(row.possible_clone),
  disable_filetransfer: z.array(row.disable_filetransfer),
} as const;

const repeatedColumns = {
  app_config_name: repeated(row.app_config_name),
  user_os_str: repeated(row.user_os_str),
  s_pub_ip: repeated(row.s_pub_ip),
  cs_ver: repeated(row.cs_ver),
  latest_ver: repeated(row.latest_ver),
  latitude: repeated(row.latitude),
  longitude: repeated(row.longitude),
  _ext: repeated(row._ext),
} as const;

/** Most devices have no tags: row `rows[i]` has the tags `values[at[i]]`, and all the others none. */
const tags = z.object({ rows: z.array(z.int()), at: z.array(z.int()), values: z.array(row.tags) });

const timeColumns = { last_connected_time: z.array(time), last_disconnected_time: z.array(time) } as const;

type Names<T> = readonly (keyof T)[];

export const plainColumnNames = Object.keys(plainColumns) as unknown as Names<typeof plainColumns>;
export const dictionaryEncodedColumnNames = Object.keys(repeatedColumns) as unknown as Names<typeof repeatedColumns>;
export const epochMsColumnNames = Object.keys(timeColumns) as unknown as Names<typeof timeColumns>;

/**
 * The rows of a list of devices, column by column: entry i of each column belongs to row i. Only the columns that a
 * list shows; values as in `DeviceRow`, but for times, for `favorate`, which is the key of the caller's favourite, and
 * for tags.
 */
export const DeviceRowsByColumn = z.object({
  ...plainColumns,
  ...repeatedColumns,
  ...timeColumns,
  favorate: z.array(FavouritePk.nullable()),
  tags,
});
export type DeviceRowsByColumn = z.infer<typeof DeviceRowsByColumn>;

/** A row of the columnar form. */
export type ListedDevice = Pick<DeviceRow, keyof DeviceRowsByColumn>;
