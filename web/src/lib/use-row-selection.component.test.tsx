import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { useRowSelection } from './use-row-selection.ts';

const pages = [
  [
    { pk: 1, name: 'first' },
    { pk: 2, name: 'second' },
  ],
  [{ pk: 3, name: 'third' }],
  [{ pk: 1, name: 'first, renamed' }],
];

/** A list of several pages, of which one is in sight. */
function List() {
  const [shown, setShown] = useState(0);
  const { selected, rows, hidden, onSelect } = useRowSelection(pages[shown] ?? []);
  return (
    <>
      {pages.map((_, index) => (
        <button key={index} type="button" onClick={() => setShown(index)}>{`page ${index + 1}`}</button>
      ))}
      {[1, 2, 3, 4].map((pk) => (
        <button key={pk} type="button" onClick={() => onSelect(new Set([...selected, pk]))}>{`select ${pk}`}</button>
      ))}
      <button type="button" onClick={() => onSelect(new Set())}>
        clear
      </button>
      <output>{`${rows.map(({ name }) => name).join(' + ')}, ${hidden} hidden`}</output>
    </>
  );
}

test('what is selected stays over pages, as it was last in sight, until it is cleared', async () => {
  await render(<List />);
  const says = (text: string) => expect.element(page.getByRole('status')).toHaveTextContent(text);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('select 2');
  await press('page 2');
  await says('second, 1 hidden');
  await press('select 3');
  await says('second + third, 1 hidden');
  // A row that was never in sight cannot be selected.
  await press('select 4');
  await press('page 1');
  await press('select 1');
  await says('second + third + first, 1 hidden');
  await press('page 3');
  await says('second + third + first, renamed, 2 hidden');
  await press('clear');
  await says(', 0 hidden');
});
