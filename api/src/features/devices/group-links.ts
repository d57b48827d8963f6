import { addDeviceToGroup, removeDeviceFromGroup } from '@vigil/shared/contract/http/group-links';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { findDefaultGroupPk } from './queries.ts';
import { moveToGroup } from './service.ts';

/** Which devices are in a group (spec 3 §7). */
export function registerGroupLinkRoutes(routes: Routes, deps: Deps): void {
  routes.on(addDeviceToGroup, async ({ caller, body }) => ({ objects: await moveToGroup(deps, caller, body) }));

  routes.on(removeDeviceFromGroup, async ({ caller, query: { device_pk, old_device_group_fk: from } }) => {
    const home = await deps.database.read(caller.company, findDefaultGroupPk);
    return { objects: await moveToGroup(deps, caller, { device_pk, new_device_group_fk: home, from }) };
  });
}
