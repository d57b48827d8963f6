import type { DeviceRowsByColumn, ListedDevice } from '../contract/device-columns.ts';
import { NO_TAGS } from './tags.ts';

type Column = unknown[] | { values: unknown[]; at: number[] };

const timeText = (time: unknown) => (time === null ? null : new Date(time as number).toISOString());

/** Reads row i of one column. */
function readerOf(name: string, column: Column): (i: number) => unknown {
  if (!Array.isArray(column)) {
    const { values, at } = column;
    return (i) => values[at[i] ?? 0];
  }
  if (name === 'favorate') return (i) => (column[i] === null ? null : { pk: column[i] });
  if (name === 'last_connected_time' || name === 'last_disconnected_time') return (i) => timeText(column[i]);
  return (i) => column[i];
}

/** A server of the version before sends no tags. */
type Read = Omit<DeviceRowsByColumn, 'tags'> & Partial<Pick<DeviceRowsByColumn, 'tags'>>;

/** The rows of a list that was read column by column. */
export function rowsOfColumns({ tags, ...columns }: Read): ListedDevice[] {
  const readers = Object.entries<Column>(columns).map(([name, column]) => [name, readerOf(name, column)] as const);
  const rows = columns.pk.map((_, i) => {
    const row: Record<string, unknown> = { tags: NO_TAGS };
    for (const [name, read] of readers) row[name] = read(i);
    return row as unknown as ListedDevice;
  });
  for (const [i, place] of (tags?.rows ?? []).entries()) {
    const row = rows[place];
    if (row) row.tags = tags?.values[tags.at[i] ?? 0] ?? row.tags;
  }
  return rows;
}
