import { Button, Select, Table, TextInput } from '@mantine/core';
import type { PersonRow } from '@vigil/shared/contract/http/users';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import type { pickUserDialog } from '../../entities/user/dialogs.ts';
import { colleagues } from '../../entities/user/colleagues.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import classes from './pick-user.module.css';

const searchKeys = ['name', 'mgrid', 'department', 'authority'] as const;
type SearchKey = (typeof searchKeys)[number];
/** Spec 1 §9. */
const DEFAULT_SIZE = 10;
const authorities = [1, 2, 6] as const;

interface Search {
  key: SearchKey;
  value: string;
}

/** A dialog to choose a colleague (spec 1 §7, list modal). */
export function PickUserDialog({ request, onClose }: DialogProps<typeof pickUserDialog>) {
  const { title, approversOnly, withoutAdmins = false, onPick } = request;
  const { t } = useTranslation('dialogs');
  const [search, setSearch] = useState<Search>({ key: 'name', value: '' });
  const [page, setPage] = useState({ index: 0, size: DEFAULT_SIZE });
  const query = colleagues.usePage({
    by: 'mgrid',
    order: 'asc',
    search_mode: 'pagination',
    limit: page.size,
    offset: page.index * page.size,
    flag_servant: withoutAdmins ? '1' : '0',
    approvers: approversOnly ? '1' : '0',
    ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
  });
  const pick = (user: PersonRow) => {
    onClose();
    onPick(user);
  };

  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <SearchForm
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
          failed={t('people.failed')}
          empty={{ icon: <IconUserSearch stroke={1.4} />, title: t('people.empty'), text: t('people.empty_text') }}
        >
          {(rows) => <FoundUsers rows={rows} onPick={pick} />}
        </PagedList>
      </div>
    </Dialog>
  );
}

/** Searches by its button or by Enter. */
function SearchForm({ onSearch }: { onSearch: (search: Search) => void }) {
  const { t } = useTranslation(['dialogs', 'common']);
  const [key, setKey] = useState<SearchKey>('name');
  const [value, setValue] = useState('');
  return (
    <form
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ key, value: value.trim() });
      }}
    >
      <Select
        aria-label={t('people.key')}
        data={searchKeys.map((each) => ({ value: each, label: t(`people.key_${each}`) }))}
        value={key}
        onChange={(next) => next && (setKey(next), setValue(''))}
        allowDeselect={false}
        w={140}
      />
      {key === 'authority' ? (
        <Select
          className={classes.grow}
          aria-label={t('people.key_authority')}
          data={authorities.map((id) => ({ value: String(id), label: t(`common:member_type.${id}`) }))}
          value={value === '' ? null : value}
          onChange={(next) => setValue(next ?? '')}
          clearable
        />
      ) : (
        <TextInput
          className={classes.grow}
          aria-label={t(`people.key_${key}`)}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <Button type="submit" size="sm" variant="default" leftSection={<IconSearch size={15} />}>
        {t('people.search')}
      </Button>
    </form>
  );
}

function FoundUsers({ rows, onPick }: { rows: readonly PersonRow[]; onPick: (user: PersonRow) => void }) {
  const { t } = useTranslation(['dialogs', 'common']);
  return (
    <Table verticalSpacing={6} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('people.key_mgrid')}</Table.Th>
          <Table.Th>{t('people.key_name')}</Table.Th>
          <Table.Th className={classes.wide}>{t('people.key_department')}</Table.Th>
          <Table.Th className={classes.wide}>{t('people.key_authority')}</Table.Th>
          <Table.Th>
            <span className="visually-hidden">{t('people.pick')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((user) => (
          <Table.Tr key={user.pk}>
            <Table.Td className={classes.id}>{user.mgrid}</Table.Td>
            <Table.Td>{user.name}</Table.Td>
            <Table.Td className={classes.wide}>{user.department}</Table.Td>
            <Table.Td className={classes.wide}>
              {t(`common:member_type.${memberTypeOf(user.member_type_id)}`)}
              {user.use_approval_function === 1 && ` · ${t('people.approver')}`}
            </Table.Td>
            <Table.Td ta="right">
              <Button
                variant="light"
                size="compact-xs"
                aria-label={`${t('people.pick')}: ${user.name}`}
                onClick={() => onPick(user)}
              >
                {t('people.pick')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
