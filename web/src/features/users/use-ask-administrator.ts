import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { updateUser } from '@vigil/shared/contract/routes/people';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { useTranslation } from 'react-i18next';
import { useAskPasswordFirst } from '../../entities/session/use-ask-password-first.ts';
import { notifyDone } from '../../ui/toasts.ts';
import { users } from './use-users.ts';

type Subject = Pick<UserDetail, 'pk' | 'name' | 'member_type_id'>;

/** Makes a user an administrator, or an administrator an ordinary user, once the viewer's password is typed. */
export function useAskAdministrator(): (user: Subject) => void {
  const { t } = useTranslation('users');
  const call = users.useChange();
  const withPassword = useAskPasswordFirst();
  return ({ pk, name, member_type_id: type }) => {
    const isAdmin = type === memberTypes.admin;
    const user_type = isAdmin ? memberTypes.member : memberTypes.admin;
    withPassword(
      {
        title: t(isAdmin ? 'administrator.take' : 'administrator.make', { name }),
        text: t(isAdmin ? 'administrator.take_text' : 'administrator.make_text'),
        submit: t(isAdmin ? 'administrator.take_submit' : 'administrator.make_submit'),
        danger: isAdmin,
      },
      async (origin_pw) => {
        await call(updateUser, { params: { pk: String(pk) }, body: { user_type, origin_pw } });
        notifyDone(t('saved'));
      },
    );
  };
}
