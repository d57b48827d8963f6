import { Button, Select, Table, TextInput } from '@mantine/core';
import type { PersonRow } from '@vigil/shared/contract/http/users';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberTypeOf } from '@vigil/shared/domain/member-types';
import type { peopleDialog } from '../../entities/person/dialogs.ts';
import { people } from '../../entities/person/people.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager, useLastPage } from '../../ui/pager.tsx';
import { ListState } from '../../ui/read-state.tsx';
import classes from './people.module.css';

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
export function PeopleDialog({ request, onClose }: DialogProps<typeof peopleDialog>) {
  const { title, approversOnly, withoutAdmins = false, onPick } = request;
  const { t } = useTranslation('dialogs');
  const [search, setSearch] = useState<Search>({ key: 'name', value: '' });
  const [page, setPage] = useState({ index: 0, size: DEFAULT_SIZE });
  const query = people.usePage({
    by: 'mgrid',
    order: 'asc',
    search_mode: 'pagination',
    limit: page.size,
    offset: page.index * page.size,
    flag_servant: withoutAdmins ? '1' : '0',
    approvers: approversOnly ? '1' : '0',
    ...(search.value === '' ? {} : { search_key: search.key, search_value: search.value }),
  });
  const isRead = query.isSuccess && !query.isPlaceholderData;
  useLastPage(page, isRead ? query.data.meta.total_count : undefined, setPage);
  const pick = (person: PersonRow) => {
    onClose();
    onPick(person);
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
        <ListState
          query={query}
          rows={query.data?.objects}
          loading={6}
          failed={t('people.failed')}
          empty={{ icon: <IconUserSearch stroke={1.4} />, title: t('people.empty'), text: t('people.empty_text') }}
        >
          {(rows) => <People rows={rows} onPick={pick} />}
        </ListState>
      </div>
      <Pager page={page} total={query.data?.meta.total_count ?? 0} onPage={setPage} />
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

function People({ rows, onPick }: { rows: readonly PersonRow[]; onPick: (person: PersonRow) => void }) {
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
        {rows.map((person) => (
          <Table.Tr key={person.pk}>
            <Table.Td className={classes.id}>{person.mgrid}</Table.Td>
            <Table.Td>{person.name}</Table.Td>
            <Table.Td className={classes.wide}>{person.department}</Table.Td>
            <Table.Td className={classes.wide}>
              {t(`common:member_type.${memberTypeOf(person.member_type_id)}`)}
              {person.use_approval_function === 1 && ` · ${t('people.approver')}`}
            </Table.Td>
            <Table.Td ta="right">
              <Button
                variant="light"
                size="compact-xs"
                aria-label={`${t('people.pick')}: ${person.name}`}
                onClick={() => onPick(person)}
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
