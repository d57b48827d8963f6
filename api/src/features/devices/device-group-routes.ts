import { addDevicesToGroup, removeDeviceFromGroup } from '@vigil/shared/contract/http/group-links';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { findDefaultGroupPk } from './queries.ts';
import { moveToGroup, readCompanyLiveStates } from './service.ts';

/** Which devices are in a group (spec 3 §7). */
export function registerDeviceGroupRoutes(routes: RouteRegistry, deps: Deps): void {
  routes.change(addDevicesToGroup, {
    prepare: ({ caller, body }) => readCompanyLiveStates(deps, caller, body.device_pk),
    rule: moveToGroup,
  });

  routes.change(removeDeviceFromGroup, {
    prepare: ({ caller, query }) => readCompanyLiveStates(deps, caller, query.device_pk),
    rule: async (tx, { caller, query: { device_pk, old_device_group_fk: from } }, live) => {
      const home = await findDefaultGroupPk(tx);
      return moveToGroup(tx, { caller, body: { device_pk, new_device_group_fk: home, from } }, live);
    },
  });
}
