import { addFavourite, listFavourites, removeFavourite } from '@vigil/shared/contract/http/favourites';
import { Problem } from '@vigil/shared/contract/problems';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { deleteFavourite, insertFavourite, selectFavourites } from './queries.ts';

export function registerFavouriteRoutes(routes: Routes, { database }: Deps): void {
  routes.on(listFavourites, async ({ caller }) => ({
    objects: await database.inCompany(caller.company, (tx) => selectFavourites(tx, caller)),
  }));

  routes.on(addFavourite, async ({ caller, body }) => {
    const objects = await database.inCompany(caller.company, async (tx) => {
      const device = await findVisibleDevice(tx, caller, { pk: body.servernum });
      if (!device) throw new Problem('not_found');
      return insertFavourite(tx, caller, device.pk);
    });
    return { objects };
  });

  routes.on(removeFavourite, async ({ caller, query }) => {
    const removed = await database.inCompany(caller.company, (tx) => deleteFavourite(tx, caller, query.favnum));
    if (removed.length === 0) throw new Problem('not_found');
    return { objects: removed.map((row) => row.pk) };
  });
}
