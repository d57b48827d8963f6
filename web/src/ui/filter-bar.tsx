import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnSearch } from '../lib/list-view.ts';
import { useKeyedState } from '../lib/use-keyed-state.ts';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  children: ReactNode;
  /** Folded on a phone, where six fields would leave no room for the list. */
  more?: ReactNode;
  /** What is done with what was found. */
  tools?: ReactNode;
}

/** What narrows the list below it. */
export function FilterBar({ children, more, tools }: FilterBarProps) {
  const { t } = useTranslation('list');
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div className={classes.bar}>
      {children}
      {more && (
        <>
          <Button
            size="xs"
            variant={isOpen ? 'light' : 'default'}
            className={classes.fold}
            aria-expanded={isOpen}
            leftSection={<IconFilter size={14} stroke={1.8} />}
            onClick={toggle}
          >
            {t('filters')}
          </Button>
          <div className={classes.more} data-open={isOpen || undefined}>
            {more}
          </div>
        </>
      )}
      {tools}
    </div>
  );
}

export interface SearchColumnChoice<Key extends string = string> {
  value: Key;
  label: string;
  /** What can be searched for in this column, instead of any text. */
  values?: readonly { value: string; label: string }[];
}

interface SearchFormProps<Key extends string> {
  choices: readonly SearchColumnChoice<Key>[];
  search: ColumnSearch<Key>;
  onSearch: (search: ColumnSearch<Key>) => void;
  /** Of the fields. */
  size?: 'xs' | 'sm';
}

/** Searches one column for a text, by the button or by Enter. */
export function SearchForm<Key extends string>({ choices, search, onSearch, size = 'xs' }: SearchFormProps<Key>) {
  const { t } = useTranslation('list');
  // Another search, also that of the address, replaces what is typed; the field keeps the focus.
  const shown = `${search.key} ${search.value}`;
  const [key, setKey] = useKeyedState<Key>(shown, search.key);
  const [value, setValue] = useKeyedState(shown, search.value);
  const chosen = choices.find((choice) => choice.value === key);
  const choose = (next: string | null) => {
    const choice = choices.find((one) => one.value === next);
    if (!choice) return;
    setKey(choice.value);
    // A text means the same in another column; one of its values does not.
    if (choice.values || chosen?.values) setValue('');
  };
  return (
    <form
      role="search"
      aria-label={t('search')}
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ key, value: value.trim() });
      }}
    >
      <Select
        size={size}
        w={140}
        aria-label={t('search_in')}
        data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        value={key}
        onChange={choose}
        allowDeselect={false}
      />
      {chosen?.values ? (
        <Select
          size={size}
          className={classes.text}
          aria-label={chosen.label}
          placeholder={chosen.label}
          data={chosen.values}
          value={value === '' ? null : value}
          onChange={(next) => setValue(next ?? '')}
          clearable
        />
      ) : (
        <TextInput
          size={size}
          type="search"
          className={classes.text}
          maxLength={200}
          aria-label={t('search')}
          placeholder={t('search')}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      <Button size={size} type="submit" variant="default">
        {t('search')}
      </Button>
      {search.value !== '' && (
        <Button size={size} variant="subtle" onClick={() => onSearch({ key, value: '' })}>
          {t('clear')}
        </Button>
      )}
    </form>
  );
}
