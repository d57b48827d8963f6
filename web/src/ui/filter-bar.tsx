import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnSearch } from '../lib/list-view.ts';
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
  /** Called with another search than `search`. */
  onSearch: (search: ColumnSearch<Key>) => void;
  /** Of the fields. */
  size?: 'xs' | 'sm';
}

/** After so long without a key the text is searched for. */
const TYPING_MS = 350;

const textOf = ({ key, value }: ColumnSearch): string => `${key} ${value.trim()}`;

/** Searches one column for a text, as one types; at once by the button or by Enter. */
export function SearchForm<Key extends string>({ choices, search, onSearch, size = 'xs' }: SearchFormProps<Key>) {
  const { t } = useTranslation('list');
  const shown = textOf(search);
  const [typed, setTyped] = useState<(ColumnSearch<Key> & { readonly over: string }) | null>(null);
  // What is typed stays while it is searched for; another search, also that of the address, replaces it.
  const isTyped = typed !== null && (typed.over === shown || textOf(typed) === shown);
  const { key, value } = isTyped ? typed : search;
  const chosen = choices.find((choice) => choice.value === key);
  const searchFor = (next: ColumnSearch<Key>) => {
    if (textOf(next) !== shown) onSearch({ key: next.key, value: next.value.trim() });
  };
  const later = useDebouncedCallback(searchFor, TYPING_MS);
  const find = (next: ColumnSearch<Key>) => {
    later.cancel();
    searchFor(next);
  };
  const type = (next: ColumnSearch<Key>) => {
    setTyped({ ...next, over: shown });
    // Without a text there is nothing to find in another column.
    if (next.value.trim() !== '' || search.value !== '') later(next);
  };
  const choose = (next: string | null) => {
    const choice = choices.find((one) => one.value === next);
    if (!choice) return;
    // A text means the same in another column; one of its values does not.
    type({ key: choice.value, value: choice.values || chosen?.values ? '' : value });
  };
  return (
    <form
      role="search"
      aria-label={t('search')}
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        find({ key, value });
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
          onChange={(next) => find({ key, value: next ?? '' })}
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
          onChange={(event) => type({ key, value: event.currentTarget.value })}
        />
      )}
      <Button size={size} type="submit" variant="default">
        {t('search')}
      </Button>
      {search.value !== '' && (
        <Button size={size} variant="subtle" onClick={() => find({ key, value: '' })}>
          {t('clear')}
        </Button>
      )}
    </form>
  );
}
