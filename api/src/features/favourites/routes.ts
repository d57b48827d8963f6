import { addFavourite, listFavourites, removeFavourite } from '@vigil/shared/contract/http/favourites';
import { Problem } from '@vigil/shared/contract/problems';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { deleteFavourite, upsertFavourite, selectFavourites } from './queries.ts';

export function registerFavouriteRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(listFavourites, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => selectFavourites(tx, caller)),
  }));

  routes.change(addFavourite, {
    rule: async (tx, { caller, body }) => {
      const device = await findVisibleDevice(tx, caller, { pk: body.servernum });
      if (!device) throw new Problem('not_found');
      return upsertFavourite(tx, caller, device.pk);
    },
  });

  routes.change(removeFavourite, {
    rule: async (tx, { caller, query }) => {
      const removed = await deleteFavourite(tx, caller, query.favnum);
      if (removed.length === 0) throw new Problem('not_found');
      return removed.map((row) => row.pk);
    },
  });
}
