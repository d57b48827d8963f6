import type { QueryOf } from '@vigil/shared/contract/endpoint';
import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { importGroups } from '@vigil/shared/contract/http/imports';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { withAncestors } from '@vigil/shared/domain/group-tree';
import { groupsInSight } from '@vigil/shared/domain/sight';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import type { RunImport } from '../../imports/imports.ts';
import { selectGroupDetailAdditions } from './detail.ts';
import { createGroupImport } from './import-groups.ts';
import {
  countDevicesByGroup,
  findGroup,
  selectGroupPage,
  selectParents,
  wireGroup,
  hideManagerContacts,
} from './queries.ts';
import { addGroup, changeGroup, removeGroup, removeThreshold, setThreshold } from './service.ts';

export function registerGroupRoutes(routes: RouteRegistry, deps: Deps, runImport: RunImport): void {
  const importRows = createGroupImport(deps, runImport);
  const readTree = (caller: Caller, query: QueryOf<typeof listGroups>) =>
    deps.database.read(caller.company, async (tx) => {
      const groups = groupsInSight(caller.sight);
      const permitted = groups === 'all' ? null : new Set(groups);
      const shown = permitted ? withAncestors(permitted, await selectParents(tx)) : undefined;
      const { rows, meta } = await selectGroupPage(tx, query, shown);
      const counts = await countDevicesByGroup(tx);
      const objects = rows.map((row) => {
        const mine = !permitted || permitted.has(row.pk);
        const group = wireGroup(row, { devices: mine ? (counts.get(row.pk) ?? 0) : 0, permitted: mine });
        return caller.kind === 'screen' ? hideManagerContacts(group) : group;
      });
      return { objects, meta };
    });

  const readOne = async (pk: GroupPk, { caller }: { readonly caller: Caller }) => ({
    objects: await deps.database.read(caller.company, async (tx) => {
      const row = await findGroup(tx, pk);
      if (!row) throw new Problem('not_found');
      const counts = await countDevicesByGroup(tx);
      const group = wireGroup(row, { devices: counts.get(pk) ?? 0, permitted: true });
      return [{ ...group, ...(await selectGroupDetailAdditions(tx, row)) }];
    }),
  });

  routes.on(listGroups, ({ caller, query }) => readTree(caller, query));
  routes.change(createGroup, { rule: addGroup, reply: readOne });
  routes.on(importGroups, async ({ caller, body }) => ({ objects: await importRows(caller, body) }), {
    refusesUnstorableRows: true,
  });
  routes.on(readGroup, (call) => readOne(call.params.pk, call));
  routes.change(updateGroup, {
    rule: async (tx, { caller, params: { pk }, body }) => {
      if ('delete_key' in body) await removeThreshold(tx, caller, { pk, code: body.delete_key });
      else if ('update_key' in body) await setThreshold(tx, caller, { pk, typed: body });
      else await changeGroup(tx, caller, { pk, body, at: new Date(deps.now()) });
      return pk;
    },
    reply: readOne,
  });
  routes.change(deleteGroup, { rule: removeGroup });
}
