import { Button, Group } from '@mantine/core';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { problems } from '@vigil/shared/contract/problems';
import { unlockUser } from '@vigil/shared/contract/routes/people';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import { useTranslation } from 'react-i18next';
import { isEmail } from '../../entities/credentials/sign-up-rules.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { LabelledRow, Section } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { AdministratorRow } from './administrator-row.tsx';
import { ApprovalRows } from './approval-rows.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { OneTimeCodeRow } from './one-time-code-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { SignInObstacleBadges } from './sign-in-obstacle-badges.tsx';
import { SignOutRow } from './sign-out-row.tsx';
import { useSetUserActive } from './use-set-user-active.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import { users, useUserChange } from './use-users.ts';

/** Limits of the contract's fields, and the problem of an empty one. */
const fields = [
  { name: 'email', limit: 200, missing: null },
  { name: 'name', limit: 100, missing: 'name_requirement' },
  { name: 'phone', limit: 100, missing: null },
  { name: 'tel', limit: 100, missing: null },
  { name: 'department', limit: 100, missing: null },
  { name: 'position', limit: 100, missing: null },
] as const;

/** The account and the person (spec 3 §2, profile card). */
export function EditableAccountCard({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['users', 'common']);
  const { viewer } = useViewer();
  const language = useLanguage();
  const denialOf = useUserChangeDenial();
  const { change } = useUserChange(user.pk);
  const checkEmail = (text: string) => (text === '' || isEmail(text) ? null : problems['email-invalid'][language]);
  return (
    <Section title={t('profile.title')} text={t(`common:member_type.${memberTypeOf(user.member_type_id)}`)}>
      <LabelledRow label={t('column.mgrid')}>{user.mgrid}</LabelledRow>
      <StatusRow user={user} />
      {viewer.flags.isAdmin && user.invited_until && <InvitationRow user={user} until={user.invited_until} />}
      <PasswordRow user={user} />
      {viewer.flags.isAdmin && <SignOutRow user={user} />}
      {(viewer.isCorporate || user.flag_use_otp === 1) && <OneTimeCodeRow user={user} />}
      {viewer.flags.isAdmin && <AdministratorRow user={user} />}
      {viewer.flags.isApprover && <ApprovalRows user={user} />}
      {fields.map(({ name, limit, missing }) => {
        const label = t(`column.${name}`);
        return (
          <LabelledRow key={name} label={label}>
            <InlineEdit
              value={user[name]}
              placeholder={t('profile.empty')}
              label={label}
              limit={limit}
              missing={missing && problems[missing][language]}
              multiline={false}
              reason={denialOf(name === 'email' ? 'credentials' : 'details', user)}
              {...(name === 'email' ? { check: checkEmail } : {})}
              onSave={async (value) => {
                await change({ [name]: value });
                notifyDone(t('saved'));
              }}
            />
          </LabelledRow>
        );
      })}
    </Section>
  );
}

function StatusRow({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const problemText = useProblemText();
  const changed = users.useReread();
  const denialOf = useUserChangeDenial();
  const denial = denialOf('standing', user);
  const setActive = useSetUserActive();
  const unlock = async () => {
    try {
      await api.call(unlockUser, { params: { pk: String(user.pk) } });
      notifyDone(t('profile.unlocked'));
    } catch (error) {
      notifyFailed(problemText(error));
    }
    await changed();
  };
  return (
    <LabelledRow label={t('profile.status')}>
      <Group gap="sm">
        <LockableSwitch
          label={t('state.active')}
          reason={denial}
          checked={user.flag_active === 1}
          onToggle={() => setActive(user, user.flag_active === 1 ? 0 : 1)}
        />
        <SignInObstacleBadges user={{ ...user, flag_active: 1 }} />
        {user.locked === 1 && (
          <DisableWithReason reason={denialOf('details', user)}>
            <Button size="compact-sm" variant="default" onClick={() => void unlock()}>
              {t('profile.unlock')}
            </Button>
          </DisableWithReason>
        )}
      </Group>
    </LabelledRow>
  );
}
