import { eq } from 'drizzle-orm';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';

export const unlock = (tx: Tx, user: UserPk) =>
  tx.update(users).set({ failureCount: 0, lockedAt: null }).where(eq(users.pk, user));
