const memberTypes = [1, 2, 6, 7] as const;

/** Of spec 1 §3; the words are `common:member_type.…`: department member, administrator, submanager, partner. */
export type MemberType = (typeof memberTypes)[number];

export const memberTypeOf = (id: number): MemberType => memberTypes.find((type) => type === id) ?? 1;
