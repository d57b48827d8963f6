import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeviceSort } from '../../entities/device/device-sorter.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import type { LiveData } from '../../live/live-data.ts';
import { render } from '../../testing/render.tsx';
import { useDeviceList } from './use-device-list.ts';

const pks = Array.from({ length: 60 }, (_, index) => index + 1);

const orders: DeviceSort[] = [];

function List() {
  const { page: shown, sort, turnTo, setSort, changeFilter } = useDeviceList();
  useEffect(() => void orders.push(sort), [sort]);
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="address">{useLocation().search}</output>
      <output aria-label="page">{shown.index + 1}</output>
      <output aria-label="first">{shown.pks[0]}</output>
      <button onClick={() => turnTo(shown.index + 1)}>turn</button>
      <button onClick={() => setSort({ by: 'alias', order: 'desc' })}>sort</button>
      <button onClick={() => changeFilter({ text: 'device' })}>filter</button>
      <button onClick={() => void navigate('/en/device/all?name=device-1')}>go</button>
      <button onClick={() => void navigate(-1)}>back</button>
    </>
  );
}

async function open(at: string) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  const none = new Set<never>();
  const alerts = { openDevices: () => none, subscribe: () => () => undefined } as unknown as LiveData['alerts'];
  const call = (async () => ({ objects: [], meta: { total_count: 0 } })) as never;
  await render(<List />, { at, fleet: { store, alerts }, api: { call } });
  return {
    read: () =>
      store.replace(
        pks.map((pk) => fakeDevice(pk)),
        0,
      ),
  };
}

const shows = async (expected: { address: string; page: string; first: string }) => {
  for (const [name, text] of Object.entries(expected))
    await expect.poll(() => page.getByLabelText(name, { exact: true }).query()?.textContent).toBe(text);
};
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const firstOf = async () => page.getByLabelText('first', { exact: true }).query()?.textContent ?? '';

test('an address with an order and a page shows them, although its devices are read later', async () => {
  const { read } = await open('/device/all?sort=alias.desc&page=2');
  read();
  await expect.poll(firstOf).not.toBe('');
  const [size] = [60 - Number(await firstOf())];
  await shows({ address: '?sort=alias.desc&page=2', page: '2', first: String(60 - size) });
  expect(size).toBeGreaterThan(0);
});

test('the page that is turned to is in the address; another filter or order begins at the first one', async () => {
  const { read } = await open('/device/all');
  read();
  await shows({ address: '', page: '1', first: '1' });
  await press('turn');
  const second = await firstOf();
  await shows({ address: '?page=2', page: '2', first: second });
  await press('turn');
  await expect.poll(() => page.getByLabelText('address').query()?.textContent).toBe('?page=3');
  await press('filter');
  await shows({ address: '?name=device', page: '1', first: '1' });
  await press('turn');
  await press('sort');
  await shows({ address: '?name=device&sort=alias.desc', page: '1', first: '60' });
});

test('a chosen order is applied once, not again when the address follows', async () => {
  const { read } = await open('/device/all');
  read();
  await shows({ address: '', page: '1', first: '1' });
  orders.length = 0;
  await press('sort');
  await shows({ address: '?sort=alias.desc', page: '1', first: '60' });
  expect(orders).toEqual([{ by: 'alias', order: 'desc' }]);
});

test('the way back leads to the page, order and filter of before', async () => {
  const { read } = await open('/device/all?sort=alias.desc');
  read();
  await shows({ address: '?sort=alias.desc', page: '1', first: '60' });
  await press('turn');
  await expect.poll(() => page.getByLabelText('address').query()?.textContent).toBe('?sort=alias.desc&page=2');
  const second = await firstOf();
  await press('go');
  await shows({ address: '?name=device-1', page: '1', first: '1' });
  await press('back');
  await shows({ address: '?sort=alias.desc&page=2', page: '2', first: second });
});

test.for(['?page=0', '?page=x', '?sort=memo.asc', '?sort=alias.up'])(
  'what is no page or order is left out: %s',
  async (at) => {
    const { read } = await open(`/device/all${at}`);
    read();
    await expect.poll(() => page.getByLabelText('page', { exact: true }).query()?.textContent).toBe('1');
    await expect.poll(firstOf).toBe('1');
  },
);

test('a page beyond the last one is the last one, also in the address', async () => {
  const { read } = await open('/device/all?page=99');
  read();
  await expect.poll(() => page.getByLabelText('address').query()?.textContent).toMatch(/^\?page=[35]$/);
});
