import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { MANAGER, memberTypes } from '../../domain/member-types.ts';
import { users } from '../db/schema/users.ts';

/** Users of the company; the temporary accounts of tickets stand in no list and count for no limit (decision 38). */
export const isPermanentUser = (): SQL => isNull(users.ticketFk);

/** Users who may decide requests for access: Managers and approvers who are active (spec 1 §6). */
export const canDecideRequests = (): SQL | undefined =>
  and(
    eq(users.active, true),
    ne(users.memberTypeId, memberTypes.partner),
    or(eq(users.type, MANAGER), eq(users.useApprovalFunction, 1)),
  );
