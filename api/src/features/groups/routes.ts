import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { importGroups } from '@vigil/shared/contract/http/imports';
import { MAX_IMPORT_BODY_BYTES } from '@vigil/shared/contract/import-rules';
import { Problem } from '@vigil/shared/contract/problems';
import { withAncestors } from '@vigil/shared/domain/group-tree';
import { groupsInSight } from '@vigil/shared/domain/sight';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/caller.ts';
import type { Routes } from '../../http/routes.ts';
import type { RunImport } from '../../imports/imports.ts';
import { selectDetail } from './detail.ts';
import { createGroupImport } from './import-groups.ts';
import { addGroup, changeGroup, removeGroup, removeThreshold, setThreshold } from './service.ts';
import { countDevices, findGroup, selectGroups, selectParents, wireGroup } from './queries.ts';

export function registerGroupRoutes(routes: Routes, deps: Deps, runImport: RunImport): void {
  const bodyLimit = MAX_IMPORT_BODY_BYTES;
  const importRows = createGroupImport(deps, runImport);
  const readTree = (caller: Caller, query: QueryOf<typeof listGroups>) =>
    deps.database.read(caller.company, async (tx) => {
      const groups = groupsInSight(caller.sight);
      const permitted = groups === 'all' ? null : new Set(groups);
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
    deps.database.read(caller.company, async (tx) => {
      const row = await findGroup(tx, pk);
      if (!row) throw new Problem('not_found');
      const counts = await countDevices(tx);
      const group = wireGroup(row, { devices: counts.get(pk) ?? 0, permitted: true });
      return [{ ...group, ...(await selectDetail(tx, row)) }];
    });

  routes.on(listGroups, ({ caller, query }) => readTree(caller, query));
  routes.on(createGroup, async ({ caller, body }) => ({
    objects: await readOne(caller, await addGroup(deps, caller, body)),
  }));
  routes.on(importGroups, async ({ caller, body }) => ({ objects: await importRows(caller, body) }), { bodyLimit });
  routes.on(readGroup, async ({ caller, params }) => ({ objects: await readOne(caller, params.pk) }));
  routes.on(updateGroup, async ({ caller, params, body }) => {
    if ('delete_key' in body) await removeThreshold(deps, caller, { pk: params.pk, code: body.delete_key });
    else if ('update_key' in body) await setThreshold(deps, caller, { pk: params.pk, threshold: body });
    else await changeGroup(deps, caller, { pk: params.pk, body });
    return { objects: await readOne(caller, params.pk) };
  });
  routes.on(deleteGroup, async ({ caller, params: { pk }, query: { confirm } }) => ({
    objects: await removeGroup(deps, caller, { pk, confirm }),
  }));
}
