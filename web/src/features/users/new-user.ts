import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { createUser } from '@vigil/shared/contract/http/user-changes';
import type { PasswordLevel } from '@vigil/shared/contract/sign-in-fields';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { newUserProblem } from '@vigil/shared/domain/new-user';

export interface NewUser {
  readonly mgrid: string;
  readonly pw: string;
  readonly confirmation: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly tel: string;
  readonly department: string;
  readonly position: string;
  readonly mustChange: boolean;
  readonly usesApproval: boolean;
  readonly isSubManager: boolean;
  /** Null: none, any administrator decides. */
  readonly approver: { readonly pk: UserPk; readonly name: string } | null;
}

export const emptyUser: NewUser = {
  mgrid: '',
  pw: '',
  confirmation: '',
  name: '',
  email: '',
  phone: '',
  tel: '',
  department: '',
  position: '',
  mustChange: false,
  usesApproval: false,
  isSubManager: false,
  approver: null,
};

interface Problem {
  readonly field: keyof NewUser;
  readonly code: ProblemCode;
}

/** The first problem in the order of spec 3 §5; null when the form can be sent. */
export function newUserProblemOf(
  user: NewUser,
  { level, isTaken }: { level: PasswordLevel; isTaken: boolean },
): Problem | null {
  const problem = newUserProblem(user, { level, isTaken });
  if (problem && !AFTER_CONFIRMATION.has(problem.field)) return problem;
  return user.pw.trim() === user.confirmation.trim() ? problem : { field: 'confirmation', code: 'password_confirm' };
}

/** The form compares the passwords before it looks at these (spec 3 §5). */
const AFTER_CONFIRMATION: ReadonlySet<keyof NewUser> = new Set(['name', 'email']);

const fieldOfCode: { readonly [C in ProblemCode]?: keyof NewUser } = {
  invalid_id: 'mgrid',
  id_exist: 'mgrid',
  password_level0: 'pw',
  password_level1: 'pw',
  password_level2: 'pw',
  password_level3: 'pw',
  name_requirement: 'name',
  name_invalid: 'name',
  'email-invalid': 'email',
  search_manager_405: 'approver',
};
/** The field at which a refusal of the server is shown; null for above the form. */
export const newUserFieldOfCode = (code: string): keyof NewUser | null => fieldOfCode[code as ProblemCode] ?? null;

/** Approval off makes an ordinary user; on without an approver chooses the caller (spec 3 §4). */
export function withApproval(user: NewUser, usesApproval: boolean, caller: NonNullable<NewUser['approver']>): NewUser {
  if (!usesApproval) return { ...user, usesApproval, isSubManager: false };
  return { ...user, usesApproval, approver: user.approver ?? caller };
}

export const newUserBodyOf = (
  {
    mgrid,
    pw,
    name,
    email,
    phone,
    tel,
    department,
    position,
    mustChange,
    usesApproval,
    isSubManager,
    approver,
  }: NewUser,
  own: { lang_code: Language; time_zone_id: number },
): NonNullable<CallOf<typeof createUser>['body']> => ({
  mgrid,
  pw: pw.trim(),
  name,
  email,
  phone,
  tel,
  department,
  position,
  user_type: isSubManager ? 6 : 1,
  use_approval: usesApproval ? 1 : 0,
  approver_fk: approver?.pk ?? 0,
  must_change: mustChange ? 1 : 0,
  ...own,
});
