import { addFavourite, listFavourites, removeFavourite } from '@vigil/shared/contract/http/favourites';
import { readOwnRefreshIntervals } from '@vigil/shared/contract/http/users';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addDevices, addMember, type TestCompany, type TestDevice } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let device: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  [device] = (await addDevices(api, { company }, 1)) as [TestDevice];
});

const mark = (token: string, servernum: number = device.pk) => api.call(token, addFavourite, { body: { servernum } });

test('marking twice is one favourite, unmarking twice is not found', async () => {
  const { token } = await addMember(api, company, { groups: [company.home] });
  const [first, again] = [await mark(token), await mark(token)];
  expect(again.objects).toEqual(first.objects);
  expect((await api.call(token, listFavourites)).objects).toEqual(first.objects);
  const remove = () => api.call(token, removeFavourite, { query: { favnum: String(first.objects[0]?.pk) } });
  expect((await remove()).objects).toEqual([first.objects[0]?.pk]);
  expect((await remove()).error?.code).toBe('not_found');
  expect((await api.call(token, listFavourites)).objects).toEqual([]);
});

test('favourites belong to one user and to visible devices', async () => {
  const blind = await addMember(api, company);
  expect((await mark(blind.token)).error?.code).toBe('not_found');
  const { objects } = await mark(company.admin);
  const theft = await api.call(blind.token, removeFavourite, { query: { favnum: String(objects[0]?.pk) } });
  expect(theft.error?.code).toBe('not_found');
  expect((await api.call(company.admin, listFavourites)).objects).toHaveLength(1);
});

test('settings are read by the columns that are asked for', async () => {
  const read = (column_name: string[]) =>
    api.call(company.admin, readOwnRefreshIntervals, {
      body: { table_name: 'manager', column_name: column_name as ['refresh_interval'] },
    });
  expect((await read(['refresh_interval'])).objects).toEqual({ refresh_interval: 5 });
  expect((await read(['password_hash'])).error?.code).toBe('malformed');
});
