import {
  MAX_PREFERENCE_BYTES,
  MAX_PREFERENCES,
  listPreferences,
  readPreference,
  writePreference,
  type Preference,
} from '@vigil/shared/contract/http/preferences';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember } from '../../testing/world.ts';

const test = apiTest();

/** The time of a change is tested on its own. */
const untimed = ({ key, value }: Preference) => ({ key, value });

const of = (api: TestApi, token: string) => ({
  read: async (key: string) => (await api.call(token, readPreference, { params: { key } })).objects.map(untimed),
  list: async () => (await api.call(token, listPreferences)).objects,
  write: (key: string, value: Preference['value']) =>
    api.call(token, writePreference, { params: { key }, body: { value } }),
});

test('what was written is read back, the last write wins, and a key that was never written is empty', async ({
  api,
  company,
}) => {
  const { read, write } = of(api, (await addMember(api, company)).token);
  expect(await read('columns')).toEqual([]);
  for (const value of [{ shown: ['name', 'ip'], width: 120.5 }, ['長い', false], 0, '']) {
    expect((await write('columns', value)).objects.map(untimed)).toEqual([{ key: 'columns', value }]);
    expect(await read('columns')).toEqual([{ key: 'columns', value }]);
  }
  expect(await read('view')).toEqual([]);
});

test('all preferences are listed with the time of their last change', async ({ api, company }) => {
  const { list, write } = of(api, (await addMember(api, company)).token);
  expect(await list()).toEqual([]);
  await write('view', 'icon');
  const [first] = (await write('columns', ['name'])).objects;
  const written = (await write('view', 'live')).objects;
  const [columns, view] = await list();
  expect([columns, view]).toEqual([first, ...written]);
  expect(Date.parse(view?.updated_at ?? '')).toBeGreaterThan(Date.parse(columns?.updated_at ?? ''));
});

test('null removes a preference', async ({ api, company }) => {
  const { read, write } = of(api, (await addMember(api, company)).token);
  await write('view', 'table');
  expect((await write('view', null)).objects).toEqual([]);
  expect(await read('view')).toEqual([]);
});

test('a preference belongs to one user, not to others of the company or of another one', async ({ api, company }) => {
  const others = [(await addMember(api, company)).token, company.admin, (await addCompany(api)).admin];
  const own = of(api, (await addMember(api, company)).token);
  await own.write('theme', 'dark');
  for (const token of others) {
    const other = of(api, token);
    expect(await other.read('theme')).toEqual([]);
    expect(await other.list()).toEqual([]);
    await other.write('theme', 'light');
  }
  expect(await own.read('theme')).toEqual([{ key: 'theme', value: 'dark' }]);
});

test('a value has at most 16 KB of JSON, counted in bytes', async ({ api, company }) => {
  const { read, write } = of(api, (await addMember(api, company)).token);
  const quotes = 2;
  const largest = 'x'.repeat(MAX_PREFERENCE_BYTES - quotes);
  expect((await write('text', largest)).status).toBe(200);
  const refused = { code: 'too_large', field: 'body.value', detail: MAX_PREFERENCE_BYTES };
  expect((await write('text', `${largest}x`)).error).toMatchObject(refused);
  expect((await write('text', '한'.repeat(MAX_PREFERENCE_BYTES / 2))).error).toMatchObject(refused);
  expect(await read('text')).toEqual([{ key: 'text', value: largest }]);
});

test('a user has at most 50 keys, also when they are written at once', async ({ api, company }) => {
  const { read, write } = of(api, (await addMember(api, company)).token);
  const keys = Array.from({ length: MAX_PREFERENCES + 5 }, (_, index) => `key-${index}`);
  const answers = await Promise.all(keys.map((key) => write(key, 1)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_PREFERENCES);
  const refused = answers.flatMap(({ error }) => error ?? []);
  expect(refused).toMatchObject(
    refused.map(() => ({ code: 'too_large', field: 'params.key', detail: MAX_PREFERENCES })),
  );
  // Those that exist can still be changed.
  const kept = keys.find((_, index) => answers[index]?.status === 200) ?? '';
  expect((await write(kept, 2)).status).toBe(200);
  expect(await read(kept)).toEqual([{ key: kept, value: 2 }]);
});

test('a key is a short lower-case name', async ({ api, company }) => {
  const { read, write } = of(api, (await addMember(api, company)).token);
  for (const key of ['', 'Columns', '1st', 'a b', '../user', 'x'.repeat(41), '__proto__'])
    expect([key, (await write(key, 1)).error]).toMatchObject([key, { code: 'malformed', field: 'params.key' }]);
  await write('device_list.view-2', 'table');
  expect(await read('device_list.view-2')).toHaveLength(1);
});
