import { eq, isNotNull } from 'drizzle-orm';
import { publishRightsOnCommit, type ChangeTx } from './changes/commit-change.ts';
import { users } from './db/schema/users.ts';
import { wallScreens } from './db/schema/wall-screens.ts';

/**
 * For a transaction that has made, moved or deleted groups: the wall screens that are limited to groups show all that
 * is below them, so that they may see other devices from then on.
 */
export async function refreshSightsOnCommit(tx: ChangeTx): Promise<void> {
  const limited = await tx
    .select({ user: users.pk })
    .from(wallScreens)
    .innerJoin(users, eq(users.wallScreenFk, wallScreens.pk))
    .where(isNotNull(wallScreens.groupPks));
  publishRightsOnCommit(tx, ...limited.map(({ user }) => user));
}
