import { addFavourite, listFavourites, removeFavourite } from '@vigil/shared/contract/http/favourites';
import { Problem } from '@vigil/shared/contract/problems';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { deleteFavourite, insertFavourite, selectFavourites } from './queries.ts';

export function registerFavouriteRoutes(routes: Routes, deps: Deps): void {
  const { database } = deps;

  routes.on(listFavourites, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => selectFavourites(tx, caller)),
  }));

  routes.on(addFavourite, async ({ caller, body }) => {
    const objects = await commitChange(deps, caller.company, async (tx) => {
      const device = await findVisibleDevice(tx, caller, { pk: body.servernum });
      if (!device) throw new Problem('not_found');
      return insertFavourite(tx, caller, device.pk);
    });
    return { objects };
  });

  routes.on(removeFavourite, async ({ caller, query }) => {
    const removed = await commitChange(deps, caller.company, (tx) => deleteFavourite(tx, caller, query.favnum));
    if (removed.length === 0) throw new Problem('not_found');
    return { objects: removed.map((row) => row.pk) };
  });
}
