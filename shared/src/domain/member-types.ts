/** `member_type_id` of users (spec 1 §3). */
export const memberTypes = { member: 1, admin: 2, subManager: 6, partner: 7 } as const;
export type MemberType = (typeof memberTypes)[keyof typeof memberTypes];

/** An unknown one counts as a member. */
export const memberTypeOf = (id: number): MemberType => (id === 2 || id === 6 || id === 7 ? id : 1);

/** `type` of a user: what makes an administrator. */
export const ADMINISTRATOR_TYPE = 'Manager';

/**
 * The columns of a user that follow from the member type: administrators and sub-managers decide requests (decision
 * 19).
 */
export const memberTypeColumns = {
  1: { type: 'Member', memberTypeId: 1, useApprovalFunction: 0 },
  2: { type: ADMINISTRATOR_TYPE, memberTypeId: 2, useApprovalFunction: 1 },
  6: { type: 'Member', memberTypeId: 6, useApprovalFunction: 1 },
} as const;
