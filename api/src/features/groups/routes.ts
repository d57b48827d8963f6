import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { Problem } from '@vigil/shared/contract/problems';
import { withAncestors } from '@vigil/shared/domain/group-tree';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import type { Routes } from '../../http/routes.ts';
import { addGroup, changeGroup, removeGroup, setThreshold } from './service.ts';
import {
  countDevices,
  deleteThreshold,
  findGroup,
  selectGroups,
  selectParents,
  selectThresholds,
  wireGroup,
} from './queries.ts';

export function registerGroupRoutes(routes: Routes, deps: Deps): void {
  const readTree = (caller: Caller, query: QueryOf<typeof listGroups>) =>
    deps.database.inCompany(caller.company, async (tx) => {
      const permitted = caller.groups === 'all' ? null : new Set(caller.groups);
      const shown = permitted ? withAncestors(permitted, await selectParents(tx)) : undefined;
      const { rows, meta } = await selectGroups(tx, query, shown);
      const counts = await countDevices(tx);
      const objects = rows.map((row) => {
        const mine = !permitted || permitted.has(row.pk);
        return wireGroup(row, { devices: mine ? (counts.get(row.pk) ?? 0) : 0, permitted: mine });
      });
      return { objects, meta };
    });

  const readOne = (caller: Caller, pk: GroupPk) =>
    deps.database.inCompany(caller.company, async (tx) => {
      const row = await findGroup(tx, pk);
      if (!row) throw new Problem('not_found');
      const counts = await countDevices(tx);
      const group = wireGroup(row, { devices: counts.get(pk) ?? 0, permitted: true });
      return [{ ...group, IW: await selectThresholds(tx, pk) }];
    });

  routes.on(listGroups, ({ caller, query }) => readTree(caller, query));
  routes.on(createGroup, async ({ caller, body }) => ({
    objects: await readOne(caller, await addGroup(deps, caller, body)),
  }));
  routes.on(readGroup, async ({ caller, params }) => ({ objects: await readOne(caller, params.pk) }));
  routes.on(updateGroup, async ({ caller, params, body }) => {
    if ('delete_key' in body)
      await deps.database.inCompany(caller.company, (tx) => deleteThreshold(tx, params.pk, body.delete_key));
    else if ('update_key' in body) await setThreshold(deps, caller, { pk: params.pk, threshold: body });
    else await changeGroup(deps, caller, { pk: params.pk, body });
    return { objects: await readOne(caller, params.pk) };
  });
  routes.on(deleteGroup, async ({ caller, params }) => ({ objects: await removeGroup(deps, caller, params.pk) }));
}
