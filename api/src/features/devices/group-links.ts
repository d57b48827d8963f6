import { addDeviceToGroup, removeDeviceFromGroup } from '@vigil/shared/contract/http/group-links';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { byPk, findDefaultGroupPk, selectDevices } from './queries.ts';
import { moveToGroup } from './service.ts';

/** Which devices are in a group (spec 3 §7). */
export function registerGroupLinkRoutes(routes: Routes, deps: Deps): void {
  routes.on(addDeviceToGroup, async ({ caller, body }) => ({ objects: await moveToGroup(deps, caller, body) }));

  routes.on(removeDeviceFromGroup, async ({ caller, query: { device_pk, old_device_group_fk } }) => {
    const home = await deps.database.inCompany(caller.company, async (tx) => {
      const [found] = await selectDevices(tx, caller, byPk(device_pk));
      if (found?.device.groupFk !== old_device_group_fk) throw new Problem('not_found');
      return findDefaultGroupPk(tx);
    });
    return { objects: await moveToGroup(deps, caller, { device_pk, new_device_group_fk: home }) };
  });
}
