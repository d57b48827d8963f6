import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { DataTable, type Column } from './data-table.tsx';

interface City {
  pk: number;
  name: string;
  size: number;
}

const rows: readonly City[] = [
  { pk: 1, name: 'Busan', size: 3 },
  { pk: 2, name: 'Seoul', size: 9 },
  { pk: 3, name: 'Sejong', size: 1 },
];

function Cities({ onOpen, onSort }: { onOpen: (name: string) => void; onSort: (by: 'name') => void }) {
  const [selected, onSelect] = useState<ReadonlySet<number>>(new Set());
  const columns: readonly Column<City, 'name'>[] = [
    {
      id: 'name',
      label: 'Name',
      by: 'name',
      render: ({ name }) => (
        <button type="button" onClick={() => onOpen(name)}>
          {name}
        </button>
      ),
    },
    { id: 'size', label: 'Size', render: ({ size }) => size },
  ];
  return (
    <>
      <DataTable
        rows={rows}
        pkOf={({ pk }) => pk}
        columns={columns}
        sorting={{ view: { by: 'name', order: 'desc' }, onSort }}
        selection={{
          selected,
          onSelect,
          labelOf: ({ name }) => `Select ${name}`,
          denialOf: ({ size }) => (size > 5 ? 'Too large' : null),
        }}
      />
      <output>selected: {[...selected].join()}.</output>
    </>
  );
}

const box = (name: string) => page.getByRole('checkbox', { name });

test('keys move between the rows, select them and open what stands first in one', async () => {
  const onOpen = vi.fn<(name: string) => void>();
  await render(<Cities onOpen={onOpen} onSort={() => {}} />);
  await userEvent.tab();
  // Past the box that selects all and the head that sorts.
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('status')).toHaveTextContent('selected: 1.');
  await userEvent.keyboard('jj');
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('status')).toHaveTextContent('selected: 1,3.');
  await userEvent.keyboard('k{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('Seoul');
});

test('a row that cannot be selected says why, and is left out when all are selected', async () => {
  await render(<Cities onOpen={() => {}} onSort={() => {}} />);
  await expect.element(box('Select Seoul')).toHaveAttribute('aria-description', 'Too large');
  await box('Select all on this page').click();
  await expect.element(page.getByRole('status')).toHaveTextContent('selected: 1,3.');
  await expect.element(box('Select all on this page')).toBeChecked();
  await box('Select all on this page').click();
  await expect.element(page.getByRole('status')).toHaveTextContent('selected: .');
});

test('a column says how it is sorted, and sorts where the list can be sorted by it', async () => {
  const onSort = vi.fn<(by: 'name') => void>();
  await render(<Cities onOpen={() => {}} onSort={onSort} />);
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Name' }).click();
  expect(onSort).toHaveBeenCalledExactlyOnceWith('name');
  expect(page.getByRole('button', { name: 'Size' }).query()).toBeNull();
});

test('links with icons, texts and buttons stand in the middle of their row', async () => {
  const columns: readonly Column<City>[] = [
    {
      id: 'link',
      label: 'Link',
      render: ({ name }) => (
        <a href="#city" style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
          <svg width={16} height={16} /> {name}
        </a>
      ),
    },
    { id: 'name', label: 'Name', render: ({ name }) => name },
    {
      id: 'delete',
      label: 'Delete',
      render: () => <button type="button" style={{ display: 'inline-flex', height: 26 }} aria-label="Delete" />,
    },
  ];
  await render(<DataTable rows={rows.slice(0, 1)} pkOf={({ pk }) => pk} columns={columns} />);
  await expect.element(page.getByRole('link')).toBeVisible();
  const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
  const row = middleOf(page.getByRole('row').last().element().getBoundingClientRect());
  const cells = page.getByRole('cell').elements();
  expect(cells).toHaveLength(3);
  for (const cell of cells) {
    const content = document.createRange();
    content.selectNodeContents(cell);
    expect(Math.abs(middleOf(content.getBoundingClientRect()) - row)).toBeLessThanOrEqual(1.5);
  }
});
