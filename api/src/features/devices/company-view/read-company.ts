import type { CompanyPk, DevicePk, FavouritePk, GroupPk } from '@vigil/shared/contract/ids';
import { readOpenWindowDevices } from '@vigil/shared/platform/approval-windows';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { deviceGroups, devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import { asc, eq, gt, type SQL } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { offlineState, deviceRowColumns, wireDevice } from '../../../wire/device.ts';
import { readStoredStateLookup, type StoredLiveState } from '../live-state.ts';
import { setUsage, storedFields, type FleetRows, type ListedRow } from './fleet-rows.ts';
import { createEventLoopYield } from './yield-to-event-loop.ts';

type Stores = Pick<Deps, 'database' | 'redis'>;

const versionOf = (tx: ReadTx, company: CompanyPk) =>
  tx.select({ version: companies.fleetVersion }).from(companies).where(eq(companies.pk, company));

/** The groups of a company, and a fleet version that everything read from now on includes. */
export const readVersionedGroups = ({ database }: Stores, company: CompanyPk) =>
  database.read(company, async (tx) => {
    const [row] = await versionOf(tx, company);
    const groups = await tx
      .select({ pk: deviceGroups.pk, name: deviceGroups.name, parent: deviceGroups.groupFk })
      .from(deviceGroups);
    return { version: row?.version ?? 0, groups };
  });

/**
 * What a request needs beside the view: the committed fleet version, and what is the caller's: favourites by device,
 * open windows.
 */
export const readCallerData = ({ database, now }: Stores & Pick<Deps, 'now'>, caller: Caller) =>
  database.read(caller.company, async (tx) => {
    const { company, user } = caller;
    const [[row], own, windows] = await Promise.all([
      versionOf(tx, company),
      tx.select({ device: favourites.deviceFk, pk: favourites.pk }).from(favourites).where(eq(favourites.userFk, user)),
      readOpenWindowDevices(tx, caller, new Date(now())),
    ]);
    const byDevice = new Map<DevicePk, FavouritePk>(own.map(({ device, pk }) => [device, pk]));
    return { version: row?.version ?? 0, favourites: byDevice, windows };
  });

/** Few enough that reading them does not delay other requests. */
const PAGE = 1_000;

/** Reads all devices into `rows`, in pages. What changes meanwhile is in the messages that are applied afterwards. */
export async function loadDeviceRowsInto(
  stores: Stores,
  company: CompanyPk,
  rows: FleetRows['devices'],
): Promise<void> {
  const pause = createEventLoopYield();
  for (let after = 0 as DevicePk; ;) {
    const page = await stores.database.read(company, (tx) => selectPage(tx, gt(devices.pk, after)));
    const live = await readStoredStateLookup(
      stores.redis,
      company,
      page.map((row) => row.device.pk),
    );
    for (const row of page) {
      rows.set(row.device.pk, listedRow(row, live(row.device.pk)));
      await pause();
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.device.pk;
  }
}

const selectPage = (tx: ReadTx, condition: SQL) =>
  tx
    .select({ device: deviceRowColumns, configName: appConfigs.name })
    .from(devices)
    .leftJoin(appConfigs, eq(appConfigs.pk, devices.appConfigFk))
    .where(condition)
    .orderBy(asc(devices.pk))
    .limit(PAGE);

function listedRow(
  page: Awaited<ReturnType<typeof selectPage>>[number],
  { online, usage, frame }: StoredLiveState,
): ListedRow {
  const row = wireDevice({ ...page, groupName: '', favouritePk: null }, offlineState);
  return {
    stored: storedFields(row),
    online,
    usage,
    frame,
    json: null,
  };
}

/** Reads the latest samples of a group again, for a group whose samples were not received from its beginning. */
export async function rereadGroupUsage(
  { redis }: Pick<Stores, 'redis'>,
  company: CompanyPk,
  { rows, group }: { rows: FleetRows; group: GroupPk },
): Promise<void> {
  const own = [...rows.devices].filter(([, row]) => row.stored.device_group_fk === group);
  for (let i = 0; i < own.length; i += PAGE) {
    const page = own.slice(i, i + PAGE).map(([pk, row]) => ({ pk, row, before: row.usage }));
    const live = await readStoredStateLookup(
      redis,
      company,
      page.map(({ pk }) => pk),
    );
    for (const { pk, row, before } of page) {
      const { usage } = live(pk);
      // A sample that was received meanwhile is newer.
      if (usage && row.usage === before) setUsage(row, usage);
    }
  }
}
