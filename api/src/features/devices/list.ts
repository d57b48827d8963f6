import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { DeviceRow } from '@vigil/shared/contract/device';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { listDevices, readSnapshot } from '@vigil/shared/contract/http/devices';
import type { Summary } from '@vigil/shared/contract/summary';
import { countFleet } from '@vigil/shared/domain/fleet-counts';
import { boundsOf } from '@vigil/shared/platform/db/select-page';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import { readLiveStates } from './live-state.ts';
import { aliasLike, inScope, selectDevicePks, selectDevices, selectDevicesAfter } from './queries.ts';
import { wireDevice } from '../../wire/device.ts';

type ListQuery = QueryOf<typeof listDevices>;
type SortKey = ListQuery['by'];

/** Devices without a value are last in both directions. */
function compare(key: SortKey, sign: 1 | -1) {
  return (a: DeviceRow, b: DeviceRow): number => {
    const [left, right] = [a[key], b[key]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (typeof left === 'number' ? left - Number(right) : collator.compare(left, String(right)));
  };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Equal rows stay in the order of their names, so that pages do not shuffle between two requests. */
function sortRows(rows: DeviceRow[], { by, order }: ListQuery): DeviceRow[] {
  const first = compare(by, order === 'desc' ? -1 : 1);
  return rows.toSorted((a, b) => first(a, b) || collator.compare(a.alias, b.alias) || a.pk - b.pk);
}

const matches = ({ search_key, search_value }: ListQuery) => {
  if (!search_value || search_key === 'alias') return () => true;
  return (row: DeviceRow) => row[search_key] === Number(search_value);
};

/**
 * Devices as a list. Sorting happens here and not in SQL because half of the columns are live values, which the
 * database does not have.
 */
export async function listRows({ database, redis }: Deps, caller: Caller, query: ListQuery) {
  const alias = query.search_key === 'alias' && query.search_value ? aliasLike(query.search_value) : undefined;
  const stored = await database.inCompany(caller.company, (tx) =>
    selectDevices(tx, caller, inScope(query.device_group_pk), alias),
  );
  const live = await readLiveStates(
    redis,
    caller.company,
    stored.map((row) => row.device.pk),
  );
  const rows = sortRows(stored.map((row) => wireDevice(row, live(row.device.pk))).filter(matches(query)), query);
  const { limit, offset } = boundsOf(query, Number.POSITIVE_INFINITY);
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

/** One page of all visible devices; `next` is where the following page begins. */
export async function snapshotPage(
  { database, redis }: Deps,
  caller: Caller,
  query: QueryOf<typeof readSnapshot>,
): Promise<{ rows: DeviceRow[]; next: DevicePk | null }> {
  const stored = await database.inCompany(caller.company, (tx) => selectDevicesAfter(tx, caller, query));
  const live = await readLiveStates(
    redis,
    caller.company,
    stored.map((row) => row.device.pk),
  );
  const rows = stored.map((row) => wireDevice(row, live(row.device.pk)));
  return { rows, next: rows.length < query.limit ? null : (rows.at(-1)?.pk ?? null) };
}

/** The counts of what the caller may see, by group (spec 1 §7). */
export async function summarizeFleet({ database, redis }: Deps, caller: Caller): Promise<Summary> {
  const rows = await database.inCompany(caller.company, (tx) => selectDevicePks(tx, caller, 'all'));
  const online = await onlineDevices(redis, caller.company);
  return countFleet(
    rows.map((row) => ({
      group: row.group,
      online: online.has(row.pk),
      approved: row.approval === 1,
    })),
  );
}
