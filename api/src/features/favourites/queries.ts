import type { DevicePk, FavouritePk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import { and, eq } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

const favourite = { pk: favourites.pk, dev_pk: favourites.deviceFk };

export const selectFavourites = (tx: ReadTx, caller: Caller) =>
  tx
    .select(favourite)
    .from(favourites)
    .innerJoin(devices, eq(devices.pk, favourites.deviceFk))
    .where(and(eq(favourites.userFk, caller.user), whereInSight(caller)));

/** Marking a device again returns the existing favourite. */
export const upsertFavourite = (tx: Tx, { company, user }: Caller, device: DevicePk) =>
  tx
    .insert(favourites)
    .values({ companyFk: company, userFk: user, deviceFk: device })
    .onConflictDoUpdate({ target: [favourites.userFk, favourites.deviceFk], set: { deviceFk: device } })
    .returning(favourite);

export const deleteFavourite = (tx: Tx, { user }: Caller, pk: FavouritePk) =>
  tx
    .delete(favourites)
    .where(and(eq(favourites.pk, pk), eq(favourites.userFk, user)))
    .returning({ pk: favourites.pk });
