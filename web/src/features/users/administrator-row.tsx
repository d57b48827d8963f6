import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../entities/session/viewer.ts';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow } from '../../ui/page.tsx';
import { useAskAdministrator } from './use-ask-administrator.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';

/** Whether the user is an administrator, which takes the viewer's password to change. */
export function AdministratorRow({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { profile } = useViewer();
  const denialOf = useUserChangeDenial();
  const ask = useAskAdministrator();
  return (
    <LabelledRow label={t('administrator.label')}>
      <LockableSwitch
        aria-label={t('administrator.label')}
        reason={denialOf('role', user) ?? (profile.by_password ? null : t('administrator.by_password'))}
        checked={user.member_type_id === memberTypes.admin}
        onToggle={() => ask(user)}
      />
    </LabelledRow>
  );
}
