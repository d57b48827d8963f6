import type { ListedUser } from '@vigil/shared/contract/http/users';
import { updateUser } from '@vigil/shared/contract/routes/people';
import { memberTypes } from '@vigil/shared/domain/member-types';
import type { Denial } from '@vigil/shared/domain/permissions';
import {
  userChangeDenial,
  userDenials,
  type UserChangeTarget,
  type UserChanger,
  type UserOperation,
} from '@vigil/shared/domain/user-changes';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';

/** A row of the list as the rules of changes see the user. */
const changeTargetOf = ({ pk, member_type_id, approver_fk }: ListedUser): UserChangeTarget => ({
  pk,
  isAdmin: member_type_id === memberTypes.admin,
  member_type_id,
  approver_fk,
});

const named = [...userDenials, 'always_on', 'file_transfer', 'groups', 'isCorporate', 'isAdmin'] as const;
type Named = (typeof named)[number];
const isNamed = (detail: string): detail is Named => (named as readonly string[]).includes(detail);

/** The text of a denial; any other one names a permission that the caller does not have. */
export function useUserDenialText(): (denial: Pick<Denial, 'detail'>) => string {
  const { t } = useTranslation('users');
  return useCallback(({ detail }) => t(isNamed(detail) ? `denial.${detail}` : 'denial.own'), [t]);
}

/** The signed-in user as one who changes others. */
function useChanger(): UserChanger {
  const { profile, viewer } = useViewer();
  return { user: profile.pk, flags: viewer.flags, isCorporate: viewer.isCorporate };
}

/** Why the viewer may not make a change of a user, or null; by the rules with which the server refuses it. */
export function useUserChangeDenial(): (change: UserOperation, user: ListedUser) => string | null {
  const changer = useChanger();
  const guest = useGuestSessionDenial()(updateUser);
  const text = useUserDenialText();
  return (change, user) => {
    const denial = userChangeDenial(change, changer, changeTargetOf(user));
    return guest ?? (denial && text(denial));
  };
}
