import { and, eq, ne, or, type SQL } from 'drizzle-orm';
import { users } from '@vigil/shared/platform/db/schema/users';

const PARTNER_TYPE = 7;

/** Users who may decide requests for access: Managers and approvers who are active (spec 1 §6). */
export const mayDecide = (): SQL | undefined =>
  and(
    eq(users.active, true),
    ne(users.memberTypeId, PARTNER_TYPE),
    or(eq(users.type, 'Manager'), eq(users.useApprovalFunction, 1)),
  );
