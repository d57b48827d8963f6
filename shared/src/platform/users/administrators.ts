import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { ADMINISTRATOR_TYPE } from '../../domain/member-types.ts';
import type { ReadTx } from '../db/client.ts';
import { users } from '../db/schema/users.ts';
import { wherePermanentUser } from './user-scope.ts';

/** The administrators of the company of the transaction who can be mailed: active, and with a confirmed address. */
export const selectReachableAdministrators = (tx: ReadTx) =>
  tx
    .select({ email: users.email, language: users.langCode, timeZoneId: users.timeZoneId })
    .from(users)
    .where(
      and(
        eq(users.type, ADMINISTRATOR_TYPE),
        eq(users.active, true),
        isNotNull(users.emailVerifiedAt),
        ne(users.email, ''),
        wherePermanentUser(),
      ),
    );
