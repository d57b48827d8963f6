import { Button, Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import classes from './filter-bar.module.css';

/** What narrows the list below it. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>;
}

interface Search<Key extends string> {
  readonly key: Key;
  readonly value: string;
}

interface SearchFormProps<Key extends string> {
  choices: readonly { value: Key; label: string }[];
  search: Search<Key>;
  texts: { key: string; value: string; go: string };
  onSearch: (search: Search<Key>) => void;
}

/** Searches one column for a text, by the button or by Enter; another column while there is a text searches at once. */
export function SearchForm<Key extends string>({ choices, search, texts, onSearch }: SearchFormProps<Key>) {
  const [key, setKey] = useState(search.key);
  const [value, setValue] = useState(search.value);
  const choose = (chosen: string | null) => {
    const next = choices.find((choice) => choice.value === chosen)?.value;
    if (next === undefined) return;
    setKey(next);
    if (search.value !== '') onSearch({ ...search, key: next });
  };
  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ key, value: value.trim() });
      }}
    >
      <Select
        size="xs"
        w={140}
        aria-label={texts.key}
        data={choices}
        value={key}
        onChange={choose}
        allowDeselect={false}
      />
      <TextInput
        size="xs"
        type="search"
        className={classes.text}
        maxLength={200}
        aria-label={texts.value}
        placeholder={texts.value}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" variant="default">
        {texts.go}
      </Button>
    </form>
  );
}
