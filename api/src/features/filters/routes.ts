import { createFilter, deleteFilter, listFilters, updateFilter } from '@vigil/shared/contract/http/filters';
import type { FilterPk, UserPk } from '@vigil/shared/contract/ids';
import { MAX_SAVED_FILTERS_PER_USER } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  whereFilterPk,
  changeFilter,
  countFilters,
  insertFilter,
  isFilterNameUsed,
  lockFilterOwner,
  removeFilter,
  selectUsableFilters,
} from './queries.ts';

/** Filters belong to users, and may be shared with the company (decision 74). */
export function registerFilterRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(listFilters, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => selectUsableFilters(tx, caller)),
  }));

  routes.change(createFilter, {
    rule: async (tx, { caller, body }) => {
      await lockFilterOwner(tx, caller.user);
      await assertNameFree(tx, caller.user, { name: body.name, except: null });
      if ((await countFilters(tx, caller.user)) >= MAX_SAVED_FILTERS_PER_USER) throw new Problem('filter_limit');
      const [added] = await insertFilter(tx, { ...body, companyFk: caller.company, userFk: caller.user });
      return added ? selectUsableFilters(tx, caller, whereFilterPk(added.pk)) : [];
    },
  });

  routes.change(updateFilter, {
    rule: async (tx, { caller, params: { pk }, body }) => {
      const { owner } = await findChangeable(tx, caller, pk);
      await lockFilterOwner(tx, owner.pk);
      const { name, filter, shared } = body;
      if (name !== undefined) await assertNameFree(tx, owner.pk, { name, except: pk });
      const change = { ...(name !== undefined && { name }), ...(filter && { filter }) };
      await changeFilter(tx, pk, { ...change, ...(shared !== undefined && { shared }) });
      return selectUsableFilters(tx, caller, whereFilterPk(pk));
    },
  });

  routes.change(deleteFilter, {
    rule: async (tx, { caller, params: { pk } }) => {
      await findChangeable(tx, caller, pk);
      await removeFilter(tx, pk);
      return [pk];
    },
  });
}

/**
 * @throws Problem `not_found` for a filter that the caller cannot use, `not_allowed` for one that is shared by another
 *   user
 */
async function findChangeable(tx: ReadTx, caller: Caller, pk: FilterPk) {
  const [found] = await selectUsableFilters(tx, caller, whereFilterPk(pk));
  if (!found) throw new Problem('not_found');
  if (found.editable === 0) throw new Problem('not_allowed', { reason: 'role', detail: 'isAdmin' });
  return found;
}

async function assertNameFree(
  tx: ReadTx,
  owner: UserPk,
  wanted: { name: string; except: FilterPk | null },
): Promise<void> {
  if (await isFilterNameUsed(tx, owner, wanted)) throw new Problem('duplication_filter_name', { field: 'name' });
}
