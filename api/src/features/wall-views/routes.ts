import { createWallView, deleteWallView, listWallViews, updateWallView } from '@vigil/shared/contract/http/wall-views';
import type { GroupPk, UserPk, WallViewPk } from '@vigil/shared/contract/ids';
import { MAX_WALL_VIEWS_PER_USER } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { announceOnCommit } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { assertGroupsInSight } from '../../access/groups-in-sight.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  whereWallViewPk,
  changeWallView,
  countWallViews,
  insertWallView,
  isViewNameUsed,
  lockOwner,
  removeWallView,
  selectWallScreenView,
  selectCompanyWallViews,
} from './queries.ts';

/** Wall views belong to users, and are used by the whole company (infra/decisions/frames.md). */
export function registerWallViewRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(listWallViews, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) =>
      caller.kind === 'screen' ? selectWallScreenView(tx, caller) : selectCompanyWallViews(tx, caller),
    ),
  }));

  routes.change(createWallView, {
    rule: async (tx, { caller, body: { name, group_pks, layout, thresholds } }) => {
      await lockOwner(tx, caller.user);
      await assertNameFree(tx, caller.user, { name, except: null });
      if ((await countWallViews(tx, caller.user)) >= MAX_WALL_VIEWS_PER_USER) throw new Problem('wall_view_limit');
      const groupPks = await checkedGroups(tx, caller, group_pks);
      const owner = { companyFk: caller.company, userFk: caller.user };
      const [added] = await insertWallView(tx, { ...owner, name, groupPks, layout, thresholds });
      announceOnCommit(tx, { kind: 'wallView' });
      return added ? selectCompanyWallViews(tx, caller, whereWallViewPk(added.pk)) : [];
    },
  });

  routes.change(updateWallView, {
    rule: async (tx, { caller, params: { pk }, body: { name, group_pks, layout, thresholds } }) => {
      const { owner } = await findChangeable(tx, caller, pk);
      await lockOwner(tx, owner.pk);
      if (name !== undefined) await assertNameFree(tx, owner.pk, { name, except: pk });
      const changed = await changeWallView(tx, pk, {
        ...(name !== undefined && { name }),
        ...(group_pks !== undefined && { groupPks: await checkedGroups(tx, caller, group_pks) }),
        ...(layout && { layout }),
        ...(thresholds && { thresholds }),
      });
      // It was deleted meanwhile.
      if (changed.length === 0) throw new Problem('not_found');
      announceOnCommit(tx, { kind: 'wallView' });
      return selectCompanyWallViews(tx, caller, whereWallViewPk(pk));
    },
  });

  routes.change(deleteWallView, {
    rule: async (tx, { caller, params: { pk } }) => {
      await findChangeable(tx, caller, pk);
      await removeWallView(tx, pk);
      announceOnCommit(tx, { kind: 'wallView' });
      return [pk];
    },
  });
}

/** @throws Problem `not_found`, or `not_allowed` for a view of another user */
async function findChangeable(tx: ReadTx, caller: Caller, pk: WallViewPk) {
  const [found] = await selectCompanyWallViews(tx, caller, whereWallViewPk(pk));
  if (!found) throw new Problem('not_found');
  if (found.editable === 0 || found.owner === null)
    throw new Problem('not_allowed', { reason: 'role', detail: 'isAdmin' });
  return { ...found, owner: found.owner };
}

/** Each group once. @throws Problem `not_found` */
async function checkedGroups(tx: ReadTx, caller: Caller, pks: readonly GroupPk[] | null): Promise<GroupPk[] | null> {
  if (pks === null) return null;
  await assertGroupsInSight(tx, caller, pks);
  return [...new Set(pks)];
}

async function assertNameFree(
  tx: ReadTx,
  owner: UserPk,
  wanted: { name: string; except: WallViewPk | null },
): Promise<void> {
  if (await isViewNameUsed(tx, owner, wanted)) throw new Problem('duplication_wall_view_name', { field: 'name' });
}
