import type { GroupPk } from '@vigil/shared/contract/ids';
import { seesGroup, type Sight } from '@vigil/shared/domain/sight';
import { readHasCorporateFunctions } from '@vigil/shared/platform/access-policy';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { selectBranches } from '@vigil/shared/platform/db/group-branches';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { users } from '@vigil/shared/platform/db/schema/users';
import { readUserRights, type UserRights } from '@vigil/shared/platform/rights';
import { and } from 'drizzle-orm';

/** The rights of a user with the licence of the company, as the rows say now. */
export const readRightsWithLicence = async (
  tx: ReadTx,
  user: typeof users.$inferSelect,
): Promise<UserRights & { readonly isCorporate: boolean }> => ({
  ...(await readUserRights(tx, user)),
  isCorporate: await readHasCorporateFunctions(tx, user.companyFk),
});

/**
 * What remains of a sight within the limit of an API token: the groups that it names, with all that is below them now.
 * Null is no limit.
 */
export async function limitSight(tx: ReadTx, sight: Sight, limit: readonly GroupPk[] | null): Promise<Sight> {
  if (limit === null) return sight;
  const within = { groups: await selectBranches(tx, limit) };
  if (sight === 'all') return within;
  if ('groups' in sight) return { groups: within.groups.filter((pk) => seesGroup(sight, pk)) };
  const kept = await tx
    .select({ pk: devices.pk })
    .from(devices)
    .where(and(whereInSight({ sight }), whereInSight({ sight: within })));
  return { devices: kept.map(({ pk }) => pk) };
}
