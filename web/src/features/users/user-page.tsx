import { Button, Group } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { AuditOfSubjectLink } from '../../entities/audit/audit-link.tsx';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { DeletionProgressSection } from '../../ui/deletion-outcomes.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { EditableAccountCard } from './account-card.tsx';
import { BackToUsersLink } from './back-to-users-link.tsx';
import { UserGroupGrantsCard } from './group-card.tsx';
import { PermissionCard } from './permission-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useDeleteUsers } from './use-delete-users.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import { users } from './use-users.ts';

/** `/management/managers/7`: one user, in four cards (spec 3 §2). */
export function UserPage() {
  const { t } = useTranslation('users');
  const { userPk = '' } = useParams();
  const query = users.useOne(userPk, { retry: false });
  // An address without a key, such as `/managers/abc`, names no user either.
  const isGone = query.data === null || (isApiProblem(query.error) && [400, 404].includes(query.error.status));
  const user = query.data;
  return (
    <Page
      title={user ? user.name || user.mgrid : t('title')}
      titleNamesItem={Boolean(user)}
      tools={
        <>
          {user && !isGone && <AuditOfSubjectLink subject={{ kind: 'user', pk: user.pk }} />}
          <BackToUsersLink />
        </>
      }
    >
      {user && !isGone && <Cards key={user.pk} user={user} />}
      {isGone && <EmptyNote icon={<IconUserOff stroke={1.4} />} title={t('gone')} text={t('gone_text')} />}
      {!user && !isGone && <QueryContent query={query} failed={t('failed')} loading={12} />}
    </Page>
  );
}

function Cards({ user }: { user: UserDetail }) {
  return (
    <>
      <EditableAccountCard user={user} />
      <SettingsCard user={user} />
      <PermissionCard user={user} />
      <UserGroupGrantsCard user={user} />
      <DangerCard user={user} />
    </>
  );
}

function DangerCard({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const language = useLanguage();
  const navigate = useNavigate();
  const denial = useUserChangeDenial()('standing', user);
  const { ask, deletion, close } = useDeleteUsers((left) => {
    if (left.length === 0) void navigate(`/${language}/management/managers`);
  });
  if (deletion) return <DeletionProgressSection deletion={deletion} nameOf={({ mgrid }) => mgrid} onClose={close} />;
  return (
    <Section
      title={t('danger.title')}
      text={t('danger.text')}
      tools={
        <Group>
          <DisableWithReason reason={denial}>
            <Button color="red" variant="light" onClick={() => ask([user])}>
              {t('delete')}
            </Button>
          </DisableWithReason>
        </Group>
      }
    />
  );
}
