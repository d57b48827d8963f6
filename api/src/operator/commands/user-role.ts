import { memberTypes } from '@vigil/shared/domain/member-types';
import { roleEdit } from '@vigil/shared/platform/users/user-edits';
import { changeUser } from '@vigil/shared/platform/users/user-life';
import { specialAccountPurpose } from '@vigil/shared/platform/users/user-scope';
import * as z from 'zod';
import { defineOperatorCommand } from '../command.ts';
import { applyAccountChange, wireUser } from '../user-change.ts';

/** Making an administrator is left to the operator (decision 20). */
export const userRoleCommand = defineOperatorCommand({
  name: 'users role',
  summary: 'make an account an administrator or an ordinary user; its open sessions and consoles follow at once',
  args: ['id', 'role'],
  input: z.object({
    id: z.string(),
    role: z.enum(['administrator', 'user'], 'must be administrator or user'),
  }),
  async run({ id, role }, operator) {
    const { user } = await applyAccountChange(operator, id, async (tx, step) => {
      if (specialAccountPurpose(step.user) !== null) throw new Error(`${id} is ${specialAccountPurpose(step.user)}`);
      if (step.user.memberTypeId === memberTypes.partner) throw new Error(`${id} is a partner`);
      return changeUser(tx, step, [roleEdit(step.user, role)]);
    });
    return { ...wireUser(user), member_type: user.memberTypeId };
  },
});
