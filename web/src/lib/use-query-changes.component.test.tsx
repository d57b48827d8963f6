import type { DevicePk } from '@vigil/shared/contract/ids';
import { useLocation, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useDevicePanelPath } from '../entities/device/device-address.ts';
import { render } from '../testing/render.tsx';
import { enumParam, createListUrlCodec } from './list-view.ts';
import { useListView } from './use-list-view.ts';
import { useQueryChanges } from './use-query-changes.ts';

const states = createListUrlCodec({
  sort: { keys: ['name', 'age'], by: 'name', order: 'asc' },
  params: { state: enumParam(['open', 'closed', 'any'], 'open') },
});

function Filter({ name }: { name: string }) {
  const [, changeQuery] = useQueryChanges();
  return <button onClick={() => changeQuery((next) => next.set(name, '1'))}>{name}</button>;
}

function Parts() {
  const { filter, sort } = useListView(states);
  const addressOf = useDevicePanelPath();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <>
      <output aria-label="address">{`${pathname}${search}`}</output>
      <Filter name="first" />
      <Filter name="second" />
      <button onClick={() => filter({ state: 'closed' })}>filter</button>
      <button onClick={() => sort('age')}>sort</button>
      <button onClick={() => void navigate(addressOf(7 as DevicePk))}>open</button>
      <button onClick={() => void navigate(-1)}>back</button>
    </>
  );
}

/** Presses the buttons in one moment, before the address follows the first of them. */
const press = (...names: string[]) => {
  for (const name of names) {
    (page.getByRole('button', { name, exact: true }).element() as HTMLElement).click();
  }
};
const expectAddress = (address: string) =>
  expect.poll(() => page.getByLabelText('address', { exact: true }).query()?.textContent).toBe(address);

test('changes of one moment by several parts of the page are all in the address', async () => {
  await render(<Parts />, { at: '/device/all?kept=1' });
  press('first', 'second');
  await expectAddress('/en/device/all?kept=1&first=1&second=1');
});

test('a list that is filtered and sorted in one moment is both', async () => {
  await render(<Parts />, { at: '/device/all?page=3' });
  press('filter', 'sort');
  await expectAddress('/en/device/all?by=age&state=closed');
});

test('an address that is opened in the moment of a change has the changed query', async () => {
  await render(<Parts />, { at: '/device/all' });
  press('first', 'open');
  await expectAddress('/en/device/all/7?first=1');
});

test('after the way back nothing is left of what was asked for elsewhere', async () => {
  await render(<Parts />, { at: '/device/all' });
  press('open');
  await expectAddress('/en/device/all/7');
  press('first');
  await expectAddress('/en/device/all/7?first=1');
  press('back');
  await expectAddress('/en/device/all');
  press('second');
  await expectAddress('/en/device/all?second=1');
});
