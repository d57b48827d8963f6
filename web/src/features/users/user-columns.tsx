import { ActionIcon, Anchor, Group } from '@mantine/core';
import { IconTrash, IconHeartHandshake, IconSettings, IconSettingsStar, type Icon } from '@tabler/icons-react';
import type { ListedUser } from '@vigil/shared/contract/http/users';
import { memberTypeOf, type MemberType } from '@vigil/shared/domain/member-types';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { LockableSwitch } from '../../ui/lockable-switch.tsx';
import { SignInObstacleBadges } from './sign-in-obstacle-badges.tsx';
import { useSetUserActive } from './use-set-user-active.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import type { UserListView } from './user-list.ts';
import classes from './users.module.css';

interface Actions {
  /** The switches are ignored until then. */
  isLoaded: boolean;
  onDelete: (user: ListedUser) => void;
}

export function useUserColumns({ isLoaded, onDelete }: Actions): readonly Column<ListedUser, UserListView['by']>[] {
  const { t } = useTranslation('users');
  const { isAdmin } = useViewer().viewer.flags;
  const language = useLanguage();
  const time = useTimeFormat();
  const setActive = useSetUserActive();
  const denialOf = useUserChangeDenial();
  const columns: readonly Column<ListedUser, UserListView['by']>[] = [
    {
      id: 'mgrid',
      label: t('column.mgrid'),
      by: 'mgrid',
      render: (user) => (
        <>
          <Anchor component={Link} to={`/${language}/management/managers/${user.pk}`} fz="sm" fw={550}>
            {user.mgrid}
          </Anchor>
          <SignInObstacleBadges user={user} />
        </>
      ),
    },
    { id: 'name', label: t('column.name'), by: 'name', render: (user) => user.name },
    { id: 'role', label: t('column.role'), render: (user) => <Role type={user.member_type_id} /> },
    {
      id: 'last_sign_in',
      label: t('column.last_sign_in'),
      className: 'tabular',
      render: ({ last_sign_in_at: at }) => (at ? time.minute(at) : t('never_signed_in')),
    },
    {
      id: 'second_factor',
      label: t('column.second_factor'),
      render: ({ second_factor }) => t(second_factor === 1 ? 'second_factor.on' : 'second_factor.off'),
    },
    { id: 'department', label: t('column.department'), render: (user) => user.department },
    {
      id: 'email',
      label: t('column.email'),
      by: 'email',
      className: classes.email,
      render: (user) => user.email,
    },
    { id: 'phone', label: t('column.phone'), by: 'phone', className: 'tabular', render: (user) => user.phone },
    {
      id: 'active',
      label: t('column.active'),
      render: (user) => (
        <LockableSwitch
          size="xs"
          aria-label={t('switch', { name: user.name || user.mgrid })}
          reason={denialOf('standing', user)}
          checked={user.flag_active === 1}
          onToggle={() => {
            if (isLoaded) setActive(user, user.flag_active === 1 ? 0 : 1);
          }}
        />
      ),
    },
  ];
  if (!isAdmin) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      label: t('column.actions'),
      labelled: 'hidden',
      width: 44,
      render: (user) => (
        <DisableWithReason
          reason={denialOf('standing', user)}
          label={t('delete_one', { name: user.name || user.mgrid })}
        >
          <ActionIcon
            size={26}
            variant="subtle"
            color="red"
            aria-label={t('delete_one', { name: user.mgrid })}
            onClick={() => onDelete(user)}
          >
            <IconTrash size={15} stroke={1.7} />
          </ActionIcon>
        </DisableWithReason>
      ),
    },
  ];
}

/** Spec 3 §2: a cog for administrators and sub-managers, a handshake for partners. */
const icons: { readonly [T in MemberType]: Icon | null } = {
  1: null,
  2: IconSettingsStar,
  6: IconSettings,
  7: IconHeartHandshake,
};

function Role({ type: id }: { type: number }) {
  const { t } = useTranslation('common');
  const type = memberTypeOf(id);
  const Shape = icons[type];
  return (
    <Group gap={6} wrap="nowrap">
      {Shape && <Shape size={15} stroke={1.6} aria-hidden="true" />}
      {t(`member_type.${type}`)}
    </Group>
  );
}
