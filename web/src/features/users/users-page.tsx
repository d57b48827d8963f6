import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import type { ListedUser } from '@vigil/shared/contract/http/users';
import { createUser } from '@vigil/shared/contract/routes/people';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ImportButton } from '../../entities/import/import-button.tsx';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { useListView } from '../../lib/use-list-view.ts';
import { useRowSelection } from '../../lib/use-row-selection.ts';
import { DeletionProgressSection } from '../../ui/deletion-outcomes.tsx';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { ListPage } from '../../ui/list-panel.tsx';
import { useDeleteUsers } from './use-delete-users.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import { useUserListPage } from './use-users.ts';
import { useUserColumns } from './user-columns.tsx';
import { userQueryOf, userListUrl, userListSearchFields } from './user-list.ts';

/** Spec 3 §9: a click that was meant for what stood there before the list is not one of the list. */
const LOADED_AFTER_MS = 300;

const noUsers: readonly ListedUser[] = [];

/** `/management/managers`: the users of the company, or the members of a sub-manager (spec 3 §2). */
export function UsersPage() {
  const { t } = useTranslation('users');
  const language = useLanguage();
  const { bulk_import } = useInstallationSettings();
  const { isAdmin } = useViewer().viewer.flags;
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY);
  const list = useListView(userListUrl);
  const query = useUserListPage(userQueryOf(list.view));
  const isLoaded = useLoaded(list.key, query.isSuccess && !query.isPlaceholderData);
  const selection = useRowSelection(query.data?.objects ?? noUsers);
  const { ask, deletion, close } = useDeleteUsers((left) => selection.onSelect(new Set(left)));
  const denialOf = useUserChangeDenial();
  const columns = useUserColumns({ isLoaded, onDelete: (user) => ask([user]) });
  const total = query.data?.meta.total_count ?? 0;
  const seats = query.data?.meta.seats;
  const title = t(isAdmin ? 'title' : 'members');
  const standing = ['active', 'inactive'] as const;
  return (
    <ListPage
      title={title}
      label={title}
      actions={
        // A phone is for reading, unlocking and deactivating.
        isAdmin &&
        !isMobile && (
          <Group gap="xs">
            {bulk_import && <ImportButton to={`/${language}/management/managers/excel`} />}
            <AddButton {...(seats && seats.used >= seats.limit ? { limit: seats.limit } : {})} />
            <Button
              variant={selection.rows.length > 0 ? 'light' : 'default'}
              {...(selection.rows.length > 0 && { color: 'red' })}
              leftSection={<IconTrash size={15} aria-hidden="true" />}
              onClick={() => ask(selection.rows)}
            >
              {t('delete_selected')}
            </Button>
          </Group>
        )
      }
      summary={
        <>
          {seats && (
            <Text size="sm" c="dimmed" mt={-8} mb="sm" className="tabular" role="status">
              {isAdmin ? t('summary', { total, ...seats }) : t('summary_members', { total })}
            </Text>
          )}
          {isAdmin && isMobile && (
            <Text size="sm" c="dimmed" mb="sm">
              {t('add_elsewhere')}
            </Text>
          )}
          {deletion && <DeletionProgressSection deletion={deletion} nameOf={({ mgrid }) => mgrid} onClose={close} />}
        </>
      }
      list={list}
      query={query}
      search={userListSearchFields.map((key) =>
        key === 'active'
          ? {
              value: key,
              label: t('search.active'),
              values: standing.map((value) => ({ value, label: t(`state.${value}`) })),
            }
          : { value: key, label: t(`column.${key}`) },
      )}
      failed={t('failed')}
      empty={{ icon: <IconUsers stroke={1.4} />, title: t('empty'), text: isAdmin ? t('empty_text') : '' }}
      pkOf={({ pk }) => pk}
      columns={columns}
      selection={
        isAdmin && !isMobile
          ? {
              ...selection,
              labelOf: ({ mgrid }) => t('select', { name: mgrid }),
              denialOf: (user) => denialOf('standing', user),
            }
          : undefined
      }
    />
  );
}

/** @param limit of the seats, when all are used */
function AddButton({ limit }: { limit?: number }) {
  const { t } = useTranslation('users');
  const language = useLanguage();
  const guest = useGuestSessionDenial()(createUser);
  const denial = guest ?? (limit === undefined ? null : t('full', { limit }));
  const look = { leftSection: <IconPlus size={16} aria-hidden="true" /> };
  if (denial !== null)
    return (
      <DisableWithReason reason={denial}>
        <Button {...look}>{t('add')}</Button>
      </DisableWithReason>
    );
  return (
    <Button component={Link} to={`/${language}/management/managers/add`} {...look}>
      {t('add')}
    </Button>
  );
}

/** Whether the rows of a view have been there for a while; another page or order begins anew. */
function useLoaded(view: string, isRead: boolean): boolean {
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    if (!isRead) return;
    const timer = setTimeout(() => setLoaded(view), LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [view, isRead]);
  return isRead && loaded === view;
}
