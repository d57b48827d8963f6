import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { useTranslation } from 'react-i18next';
import { useAskPasswordFirst } from '../../entities/session/use-ask-password-first.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { LabelledRow } from '../../ui/page.tsx';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { useUserChange } from './use-users.ts';
import { useUserChangeDenial } from './use-user-change-denial-text.ts';

/** Whether the user is an administrator, which takes the own password to change. */
export function AdministratorRow({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { profile } = useViewer();
  const { change } = useUserChange(user.pk);
  const denialOf = useUserChangeDenial();
  const withPassword = useAskPasswordFirst();
  const isAdmin = user.member_type_id === memberTypes.admin;
  const toggle = () =>
    withPassword(
      {
        title: t(isAdmin ? 'administrator.take' : 'administrator.make', { name: user.name }),
        text: t(isAdmin ? 'administrator.take_text' : 'administrator.make_text'),
        submit: t(isAdmin ? 'administrator.take_submit' : 'administrator.make_submit'),
        danger: isAdmin,
      },
      async (origin_pw) => {
        await change({ user_type: isAdmin ? memberTypes.member : memberTypes.admin, origin_pw });
        notifyDone(t('saved'));
      },
    );
  return (
    <LabelledRow label={t('administrator.label')}>
      <LockableSwitch
        aria-label={t('administrator.label')}
        reason={denialOf('role', user) ?? (profile.by_password ? null : t('administrator.by_password'))}
        checked={isAdmin}
        onToggle={toggle}
      />
    </LabelledRow>
  );
}
