import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ColumnSearch } from '../lib/list-view.ts';
import { render } from '../testing/render.tsx';
import { SearchForm } from './filter-bar.tsx';

const choices = [
  { value: 'name', label: 'Name' },
  { value: 'active', label: 'Status', values: [{ value: 'inactive', label: 'Inactive' }] },
] as const;
type Search = ColumnSearch<'name' | 'active'>;

/** A list that keeps its search, and another part of the page that changes it. */
function List({ onSearch }: { onSearch: (search: Search) => void }) {
  const [search, setSearch] = useState<Search>({ key: 'name', value: '' });
  return (
    <>
      <SearchForm
        choices={choices}
        search={search}
        onSearch={(next) => {
          onSearch(next);
          setSearch(next);
        }}
      />
      <button type="button" onClick={() => setSearch({ key: 'name', value: 'lobby' })}>
        Elsewhere
      </button>
    </>
  );
}

test('a text is searched for as one types, and what is typed stays', async () => {
  const onSearch = vi.fn<(search: Search) => void>();
  await render(<List onSearch={onSearch} />);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await userEvent.type(field, 'kim ');
  await expect.poll(() => onSearch.mock.lastCall).toEqual([{ key: 'name', value: 'kim' }]);
  await expect.element(field).toHaveValue('kim ');
  await userEvent.type(field, 'min{Enter}');
  await expect.poll(() => onSearch.mock.lastCall).toEqual([{ key: 'name', value: 'kim min' }]);
  const calls = onSearch.mock.calls.length;
  await userEvent.keyboard('{Enter}');
  expect(onSearch).toHaveBeenCalledTimes(calls);
  await userEvent.click(page.getByRole('button', { name: 'Clear' }));
  expect(onSearch.mock.lastCall).toEqual([{ key: 'name', value: '' }]);
  await expect.element(field).toHaveValue('');
});

test('a search of another part of the page replaces what is typed', async () => {
  const onSearch = vi.fn<(search: Search) => void>();
  await render(<List onSearch={onSearch} />);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await userEvent.type(field, 'kim{Enter}');
  await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }));
  await expect.element(field).toHaveValue('lobby');
});
