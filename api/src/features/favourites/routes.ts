import { and, eq } from 'drizzle-orm';
import { addFavourite, listFavourites, removeFavourite, type Favourite } from '@vigil/shared/contract/http/favourites';
import { DevicePk, FavouritePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { visibleGroups } from '../../access/visibility.ts';

const wire = (row: { pk: number; deviceFk: number }): Favourite => ({
  pk: FavouritePk.parse(row.pk),
  dev_pk: DevicePk.parse(row.deviceFk),
});

export function registerFavouriteRoutes(routes: Routes, { database }: Deps): void {
  routes.on(listFavourites, async ({ caller }) => {
    const rows = await database.inCompany(caller.company, (tx) =>
      tx
        .select({ pk: favourites.pk, deviceFk: favourites.deviceFk })
        .from(favourites)
        .innerJoin(devices, eq(devices.pk, favourites.deviceFk))
        .where(and(eq(favourites.userFk, caller.user), visibleGroups(caller))),
    );
    return { objects: rows.map(wire) };
  });

  routes.on(addFavourite, async ({ caller, body }) => {
    const row = await database.inCompany(caller.company, async (tx) => {
      const [device] = await tx
        .select({ pk: devices.pk })
        .from(devices)
        .where(and(eq(devices.pk, body.servernum), visibleGroups(caller)));
      if (!device) throw new Problem('not_found');
      const [added] = await tx
        .insert(favourites)
        .values({ companyFk: caller.company, userFk: caller.user, deviceFk: device.pk })
        // Marking twice is not a mistake: the second click answers with the first mark.
        .onConflictDoUpdate({ target: [favourites.userFk, favourites.deviceFk], set: { deviceFk: device.pk } })
        .returning();
      return added;
    });
    return { objects: row ? [wire(row)] : [] };
  });

  routes.on(removeFavourite, async ({ caller, query }) => {
    const gone = await database.inCompany(caller.company, (tx) =>
      tx
        .delete(favourites)
        .where(and(eq(favourites.pk, query.favnum), eq(favourites.userFk, caller.user)))
        .returning({ pk: favourites.pk }),
    );
    if (gone.length === 0) throw new Problem('not_found');
    return { objects: gone.map((row) => FavouritePk.parse(row.pk)) };
  });
}
