import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { createUser } from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { permissionNames, type PermissionName } from '@vigil/shared/contract/names';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { newUserProblems } from '@vigil/shared/domain/new-user';
import type { PasswordRule } from '@vigil/shared/domain/password-rules';

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
  /** The user chooses the password by a link in a mail. */
  readonly isInvited: boolean;
  readonly usesApproval: boolean;
  readonly isSubManager: boolean;
  /** Null: none, any administrator decides. */
  readonly approver: { readonly pk: UserPk; readonly name: string } | null;
  /** The groups that the user gets, as their keys. */
  readonly groups: readonly string[];
  /** Those below them as well. */
  readonly withSubgroups: boolean;
  readonly permissions: readonly GivenPermission[];
  /**
   * The role is given after the user was added, with the viewer's password; it makes groups and permissions needless.
   */
  readonly isAdministrator: boolean;
}

/** The permissions of a form: monitoring is always on, and file transfer is forbidden apart. */
export const givenPermissions = permissionNames.filter(
  (name): name is GivenPermission => name !== 'deviceMonitor' && name !== 'fileTransfer',
);
export type GivenPermission = Exclude<PermissionName, 'deviceMonitor' | 'fileTransfer'>;

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
  isInvited: false,
  usesApproval: false,
  isSubManager: false,
  approver: null,
  groups: [],
  withSubgroups: true,
  permissions: [],
  isAdministrator: false,
};

interface Problem {
  readonly field: keyof NewUser;
  readonly code: ProblemCode;
}

/** The problems in the order of spec 3 §5, of each field the first; none when the form can be sent. */
export function newUserProblemsOf(
  user: NewUser,
  { rule, isTaken }: { rule: PasswordRule; isTaken: boolean },
): readonly Problem[] {
  const problems: readonly Problem[] = newUserProblems(user, { rule, isTaken, isInvited: user.isInvited });
  const isConfirmed = user.isInvited || user.pw.trim() === user.confirmation.trim();
  const isBefore = ({ field }: Problem) => !AFTER_CONFIRMATION.has(field);
  const all: readonly Problem[] = [
    ...problems.filter(isBefore),
    ...(isConfirmed ? [] : [{ field: 'confirmation', code: 'password_confirm' } as const]),
    ...problems.filter((problem) => !isBefore(problem)),
  ];
  return all.filter(({ field }, index) => all.findIndex((one) => one.field === field) === index);
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
export const newUserField = (code: string): keyof NewUser | null => fieldOfCode[code as ProblemCode] ?? null;

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
    isInvited,
    usesApproval,
    isSubManager,
    approver,
  }: NewUser,
  own: { lang_code: Language; time_zone_id: number },
): NonNullable<CallOf<typeof createUser>['body']> => ({
  mgrid,
  ...(isInvited ? { invite: 1 } : { pw: pw.trim() }),
  name,
  email,
  phone,
  tel,
  department,
  position,
  user_type: isSubManager ? 6 : 1,
  use_approval: usesApproval ? 1 : 0,
  approver_fk: approver?.pk ?? 0,
  must_change: mustChange && !isInvited ? 1 : 0,
  ...own,
});
