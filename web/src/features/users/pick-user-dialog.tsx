import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import type { UserSummary } from '@vigil/shared/contract/http/users';
import { memberTypeOf, memberTypes } from '@vigil/shared/domain/member-types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { pickUserDialog } from '../../entities/user/dialogs.ts';
import { useUserChoices } from '../../entities/user/user-search.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { USUAL_PAGE_SIZE, type ColumnSearch } from '../../lib/list-view.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchForm } from '../../ui/filter-bar.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import classes from './pick-user.module.css';

const searchKeys = ['name', 'mgrid', 'department', 'authority'] as const;
const authorities = [memberTypes.member, memberTypes.admin, memberTypes.subManager] as const;

/** A dialog to choose a colleague (spec 1 §7, list modal). */
export function PickUserDialog({ request, onClose }: DialogProps<typeof pickUserDialog>) {
  const { title, approversOnly, group, onPick } = request;
  const { t } = useTranslation(['dialogs', 'common']);
  const [search, setSearch] = useState<ColumnSearch<(typeof searchKeys)[number]>>({ key: 'name', value: '' });
  const [page, setPage] = useState({ index: 0, size: USUAL_PAGE_SIZE });
  const query = useUserChoices(
    {
      order: 'asc',
      search_mode: 'pagination',
      limit: page.size,
      offset: page.index * page.size,
      approvers: approversOnly ? '1' : '0',
      ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
    },
    group,
  );
  const pick = (user: UserSummary) => {
    onClose();
    onPick(user);
  };
  const columns: readonly Column<UserSummary>[] = [
    { id: 'mgrid', label: t('users.key_mgrid'), render: ({ mgrid }) => mgrid },
    { id: 'name', label: t('users.key_name'), render: ({ name }) => name },
    { id: 'department', label: t('users.key_department'), render: ({ department }) => department },
    {
      id: 'authority',
      label: t('users.key_authority'),
      render: (user) =>
        `${t(`common:member_type.${memberTypeOf(user.member_type_id)}`)}${
          user.use_approval_function === 1 ? ` · ${t('users.approver')}` : ''
        }`,
    },
    {
      id: 'pick',
      label: t('users.pick'),
      labelled: 'hidden',
      render: (user) => (
        <Button
          variant="light"
          size="compact-xs"
          aria-label={`${t('users.pick')}: ${user.name}`}
          onClick={() => pick(user)}
        >
          {t('users.pick')}
        </Button>
      ),
    },
  ];
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <SearchForm
        choices={searchKeys.map((key) => ({
          value: key,
          label: t(`users.key_${key}`),
          ...(key === 'authority' && {
            values: authorities.map((id) => ({ value: String(id), label: t(`common:member_type.${id}`) })),
          }),
        }))}
        search={search}
        size="sm"
        onSearch={(next) => {
          setSearch(next);
          setPage({ ...page, index: 0 });
        }}
      />
      <div className={classes.list}>
        <PagedList
          query={query}
          page={page}
          onPage={setPage}
          loading={6}
          failed={t('users.failed')}
          empty={{ icon: <IconUserSearch stroke={1.4} />, title: t('users.empty'), text: t('users.empty_text') }}
        >
          {(rows) => <DataTable rows={rows} pkOf={({ pk }) => pk} columns={columns} />}
        </PagedList>
      </div>
    </Dialog>
  );
}
