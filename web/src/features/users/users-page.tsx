import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import type { UserPk } from '@vigil/shared/contract/ids';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams, type NavigateOptions } from 'react-router-dom';
import { createUser } from '../../endpoints.ts';
import { ImportButton } from '../../entities/import/import-button.tsx';
import { useSettings } from '../../entities/session/settings.ts';
import { useGuestDenial } from '../../entities/session/use-guest-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { useKeyedState } from '../../lib/use-keyed-state.ts';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { DeletionOutcomes } from '../../ui/deletion-outcomes.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { queryOf, readView, requestOf, sortedBy, type UserListView } from './list-address.ts';
import { UserTable } from './user-table.tsx';
import { NotOnPhone } from './not-on-phone.tsx';
import { SearchForm } from './search-form.tsx';
import { useDeleteUsers } from './use-delete-users.ts';
import { users } from './use-users.ts';

/** Spec 3 §9: a click that was meant for what stood there before the list is not one of the list. */
const LOADED_AFTER_MS = 300;

const none: ReadonlySet<UserPk> = new Set();

/** `/management/managers`: the users of the company, or the members of a sub-manager (spec 3 §2). */
export function UsersPage() {
  return (
    <NotOnPhone>
      <UserList />
    </NotOnPhone>
  );
}

function UserList() {
  const { t } = useTranslation('users');
  const language = useLanguage();
  const { bulk_import } = useSettings();
  const { viewer } = useViewer();
  const [address, setAddress] = useSearchParams();
  const view = readView(address);
  const query = users.usePage(requestOf(view));
  const isRead = query.isSuccess && !query.isPlaceholderData;
  const isLoaded = useLoaded(address.toString(), isRead);
  // What is selected is in sight: another view begins without a selection.
  const [selected, setSelected] = useKeyedState<ReadonlySet<UserPk>>(address.toString(), none);
  const { ask, deletion, close } = useDeleteUsers((left) => setSelected(new Set(left)));
  const show = (next: UserListView, options?: NavigateOptions) => setAddress(queryOf(next), options);
  const { isAdmin } = viewer.flags;
  const rows = query.data?.objects;
  const total = query.data?.meta.total_count ?? 0;
  const seats = query.data?.meta.seats;
  const chosen = (rows ?? []).filter(({ pk }) => selected.has(pk));
  return (
    <Page
      isWide
      title={t(isAdmin ? 'title' : 'members')}
      tools={
        isAdmin && (
          <Group gap="xs">
            {bulk_import && <ImportButton to={`/${language}/management/managers/excel`} />}
            <AddButton {...(seats && seats.used >= seats.limit ? { limit: seats.limit } : {})} />
            <Button
              variant="light"
              color="red"
              leftSection={<IconTrash size={15} aria-hidden="true" />}
              onClick={() => ask(chosen)}
            >
              {t('delete_selected')}
            </Button>
          </Group>
        )
      }
    >
      {seats && (
        <Text size="sm" c="dimmed" mt={-8} mb="sm" className="tabular" role="status">
          {isAdmin ? t('summary', { total, ...seats }) : t('summary_members', { total })}
        </Text>
      )}
      {deletion && <DeletionOutcomes deletion={deletion} nameOf={({ mgrid }) => mgrid} onClose={close} />}
      <Panel label={t(isAdmin ? 'title' : 'members')}>
        <FilterBar>
          <SearchForm
            search={view.search}
            onSearch={(search) => show({ ...view, search, page: { ...view.page, index: 0 } })}
          />
        </FilterBar>
        <PagedList
          query={query}
          loading={view.page.size}
          failed={t('failed')}
          empty={{ icon: <IconUsers stroke={1.4} />, title: t('empty'), text: isAdmin ? t('empty_text') : '' }}
          onClear={view.search.value === '' ? null : () => show({ ...view, search: { ...view.search, value: '' } })}
          page={view.page}
          onPage={(page, options) => show({ ...view, page }, options)}
        >
          {(found) => (
            <UserTable
              rows={found}
              view={view}
              isLoaded={isLoaded}
              selected={selected}
              onSelect={setSelected}
              onSort={(by) => show(sortedBy(view, by))}
              onDelete={(user) => ask([user])}
            />
          )}
        </PagedList>
      </Panel>
    </Page>
  );
}

/** @param limit of the seats, when all are used */
function AddButton({ limit }: { limit?: number }) {
  const { t } = useTranslation('users');
  const language = useLanguage();
  const guest = useGuestDenial()(createUser);
  const denial = guest ?? (limit === undefined ? null : t('full', { limit }));
  const look = { leftSection: <IconPlus size={16} aria-hidden="true" /> };
  if (denial !== null)
    return (
      <DenialTooltip reason={denial}>
        <Button {...look}>{t('add')}</Button>
      </DenialTooltip>
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
