import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { columnsOfType, memberTypes } from '@vigil/shared/domain/member-types';
import { announce, changeRights } from '@vigil/shared/platform/changes/commit-change';
import { users } from '@vigil/shared/platform/db/schema/users';
import { findAnotherAdmin, replaceApprover } from '../../features/people/manager-queries.ts';
import { auditOperator } from '../changes.ts';
import { defineCommand } from '../command.ts';
import { findUser } from '../find.ts';
import { assertAdminStays, changeUser, wire } from '../user-change.ts';

/** No file transfer is forbidden to an administrator. */
const roles = {
  administrator: { ...columnsOfType[memberTypes.admin], disableFileTransfer: 0 },
  user: columnsOfType[memberTypes.member],
} as const;

/** Making an administrator is left to the operator (decision 20). */
export const changeRole = defineCommand({
  name: 'users role',
  summary: 'make an account an administrator or an ordinary user; its open sessions and consoles follow at once',
  args: ['id', 'role'],
  input: z.object({
    id: z.string(),
    role: z.enum(['administrator', 'user'], 'must be administrator or user'),
  }),
  async run({ id, role }, operator) {
    const user = await changeUser(operator, id, async (found, tx) => {
      const columns = roles[role];
      if (found.ticketFk !== null) throw new Error(`${id} is the temporary account of a ticket`);
      if (found.memberTypeId === memberTypes.partner) throw new Error(`${id} is a partner`);
      if (found.memberTypeId === columns.memberTypeId && found.type === columns.type) return found;
      const record = (login: string, field: string, [oldValue, newValue]: readonly [string, string]) =>
        auditOperator(tx, found.companyFk, {
          code: auditCode.userChange,
          about: `${login} ${field}`,
          oldValue,
          newValue,
        });
      if (role === 'user') {
        await assertAdminStays(tx, found);
        // Users who decide no requests have no members, and their undecided requests go to an administrator.
        const members = await replaceApprover(tx, found.pk, (await findAnotherAdmin(tx, found.pk)) ?? null);
        for (const { mgrid } of members) await record(mgrid, 'approver_fk', [id, '0']);
      }
      await tx.update(users).set(columns).where(eq(users.pk, found.pk));
      await record(id, 'user_type', [String(found.memberTypeId), String(columns.memberTypeId)]);
      announce(tx, { kind: 'policy' });
      changeRights(tx, found.pk);
      return findUser(tx, id);
    });
    return { ...wire(user), member_type: user.memberTypeId };
  },
});
