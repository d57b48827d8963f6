/** `member_type_id` of users (spec 1 §3). */
export const memberTypes = { member: 1, admin: 2, subManager: 6, partner: 7 } as const;
export type MemberType = (typeof memberTypes)[keyof typeof memberTypes];

const known: readonly MemberType[] = Object.values(memberTypes);

/** An unknown one counts as a member. */
export const memberTypeOf = (id: number): MemberType => known.find((type) => type === id) ?? memberTypes.member;

/** `type` of a user: what makes an administrator. */
export const MANAGER = 'Manager';
const MEMBER = 'Member';

/** The columns of a user that follow from the member type: administrators and sub-managers decide requests (decision 19). */
export const columnsOfType = {
  [memberTypes.member]: { type: MEMBER, memberTypeId: memberTypes.member, useApprovalFunction: 0 },
  [memberTypes.admin]: { type: MANAGER, memberTypeId: memberTypes.admin, useApprovalFunction: 1 },
  [memberTypes.subManager]: { type: MEMBER, memberTypeId: memberTypes.subManager, useApprovalFunction: 1 },
} as const;

/** Those whose passwords follow the company's level; any other follows that of sign-up (spec 2 §5). */
export const companyLevelTypes: readonly MemberType[] = [memberTypes.member, memberTypes.admin, memberTypes.subManager];

export const followsCompanyLevel = (id: number): boolean => companyLevelTypes.some((type) => type === id);
