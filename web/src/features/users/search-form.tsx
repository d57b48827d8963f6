import { Button, Group, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKeyedState } from '../../lib/use-keyed-state.ts';
import { userSearchKeys, type SearchKey, type UserListView } from './list-address.ts';

type Search = UserListView['search'];

/** Searches by its button or by Enter; the status is chosen. */
export function SearchForm({ search, onSearch }: { search: Search; onSearch: (search: Search) => void }) {
  const { t } = useTranslation('users');
  // Another search, also that of the address, replaces what is typed; the field keeps the focus.
  const shown = `${search.key} ${search.value}`;
  const [key, setKey] = useKeyedState<SearchKey>(shown, search.key);
  const [value, setValue] = useKeyedState(shown, search.value);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ key, value: value.trim() });
      }}
    >
      <Group gap="xs">
        <Select
          size="xs"
          w={130}
          aria-label={t('search.key')}
          data={userSearchKeys.map((each) => ({
            value: each,
            label: each === 'active' ? t('search.active') : t(`column.${each}`),
          }))}
          value={key}
          onChange={(next) => next && (setKey(next), setValue(''))}
          allowDeselect={false}
        />
        {key === 'active' ? (
          <Select
            size="xs"
            w={180}
            aria-label={t('search.active')}
            data={(['active', 'inactive'] as const).map((each) => ({ value: each, label: t(`state.${each}`) }))}
            value={value === '' ? null : value}
            onChange={(next) => setValue(next ?? '')}
            clearable
          />
        ) : (
          <TextInput
            size="xs"
            w={180}
            type="search"
            maxLength={200}
            aria-label={t('search.value')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Button size="xs" type="submit" variant="default">
          {t('search.go')}
        </Button>
        {search.value !== '' && (
          <Button size="xs" variant="subtle" onClick={() => onSearch({ key, value: '' })}>
            {t('search.clear')}
          </Button>
        )}
      </Group>
    </form>
  );
}
