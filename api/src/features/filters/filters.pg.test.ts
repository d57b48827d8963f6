import { createFilter, deleteFilter, listFilters, updateFilter } from '@vigil/shared/contract/http/filters';
import { MAX_SAVED_FILTERS_PER_USER } from '@vigil/shared/contract/limits';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember } from '../../testing/world.ts';

const test = apiTest();

const of = (api: TestApi, token: string) => ({
  list: async () => (await api.call(token, listFilters)).objects,
  names: async () => (await api.call(token, listFilters)).objects.map(({ name }) => name),
  save: (name: string, more: object = {}) =>
    api.call(token, createFilter, { body: { name, filter: {}, shared: 0, ...more } }),
  change: (pk: number, body: object) => api.call(token, updateFilter, { params: { pk: String(pk) }, body }),
  remove: (pk: number) => api.call(token, deleteFilter, { params: { pk: String(pk) } }),
});
const codeOf = async (reply: Promise<{ error?: { code: string } | undefined }>) => (await reply).error?.code ?? 'done';
const pkOf = async (reply: ReturnType<ReturnType<typeof of>['save']>) => (await reply).objects[0]?.pk ?? 0;

const everything = {
  text: 'till 7',
  os: 1,
  status: 'offline',
  tags: ['Till', 'east wing'],
  group: 'favorate',
  sort: { by: 'attention', order: 'desc' },
};

test('a filter is saved as it is, listed by name, changed, renamed and deleted', async ({ api, company }) => {
  const { id, ...member } = await addMember(api, company);
  const own = of(api, member.token);
  const { objects } = await own.save('  Tills  down ', { filter: everything });
  const saved = { name: 'Tills down', filter: everything, shared: 0, owner: { pk: member.pk, name: id }, editable: 1 };
  expect(objects).toMatchObject([saved]);
  await own.save('aisle');
  expect(await own.names()).toEqual(['aisle', 'Tills down']);
  const pk = objects[0]?.pk ?? 0;
  expect((await own.change(pk, { filter: { text: 'x' } })).objects).toMatchObject([
    { name: 'Tills down', filter: { text: 'x', os: null, status: null, tags: [], group: null, sort: null } },
  ]);
  expect((await own.change(pk, { name: 'A' })).objects).toMatchObject([{ name: 'A', filter: { text: 'x' } }]);
  expect((await own.remove(pk)).objects).toEqual([pk]);
  expect(await codeOf(own.remove(pk))).toBe('not_found');
  expect(await own.names()).toEqual(['aisle']);
});

const REFUSED: readonly object[] = [
  { name: '' },
  { name: '   ' },
  { name: 'x'.repeat(51) },
  { name: 'a\u202eb' },
  { filter: { text: 'x'.repeat(201) } },
  { filter: { os: 9 } },
  { filter: { status: 'sleepy' } },
  { filter: { tags: ['x'.repeat(31)] } },
  { filter: { group: 0 } },
  { filter: { sort: { by: 'public_key', order: 'asc' } } },
  { filter: { columns: ['alias'] } },
  { shared: 2 },
];

test('what the list does not know is no filter', async ({ api, company }) => {
  const own = of(api, company.admin);
  for (const more of REFUSED) expect([more, await codeOf(own.save('Refused', more))]).toEqual([more, 'malformed']);
  expect(await own.names()).not.toContain('Refused');
});

test('a name is used once by each user, without regard to case, also by two requests at once', async ({
  api,
  company,
}) => {
  const [own, other] = [of(api, (await addMember(api, company)).token), of(api, (await addMember(api, company)).token)];
  const codes = await Promise.all(['Same', 'SAME', 'same'].map((name) => codeOf(own.save(name))));
  expect(codes.toSorted()).toEqual(['done', 'duplication_filter_name', 'duplication_filter_name']);
  expect(await codeOf(other.save('Same'))).toBe('done');
  const second = await pkOf(own.save('Second'));
  expect(await codeOf(own.change(second, { name: 'sAme' }))).toBe('duplication_filter_name');
  expect(await codeOf(own.change(second, { name: 'SECOND' }))).toBe('done');
});

test('a user has up to 50 filters, also when the last ones are saved at once', async ({ api, company }) => {
  const own = of(api, (await addMember(api, company)).token);
  for (let n = 1; n < MAX_SAVED_FILTERS_PER_USER; n += 1) await own.save(`Filter ${n}`);
  const codes = await Promise.all([1, 2].map((n) => codeOf(own.save(`Last ${n}`))));
  expect(codes.toSorted()).toEqual(['done', 'filter_limit']);
  expect(await own.list()).toHaveLength(MAX_SAVED_FILTERS_PER_USER);
});

test('only the owner sees a private filter; a shared one is used by the company, and changed by owner and administrators', async ({
  api,
  company,
}) => {
  const [owner, colleague, admin, stranger] = [
    of(api, (await addMember(api, company)).token),
    of(api, (await addMember(api, company)).token),
    of(api, company.admin),
    of(api, (await addCompany(api)).admin),
  ];
  const secret = await pkOf(owner.save('Private'));
  const shared = await pkOf(owner.save('Ours', { shared: 1 }));
  for (const [user, names] of [
    [owner, ['Ours', 'Private']],
    [colleague, ['Ours']],
    [stranger, []],
  ] as const)
    expect(await user.names()).toEqual(names);
  expect(await admin.names()).not.toContain('Private');

  const told = async (user: typeof owner, pk: number) => [
    await codeOf(user.change(pk, { filter: { text: 'theirs' } })),
    await codeOf(user.remove(pk)),
  ];
  expect(await told(colleague, secret)).toEqual(['not_found', 'not_found']);
  expect(await told(admin, secret)).toEqual(['not_found', 'not_found']);
  expect(await told(colleague, shared)).toEqual(['not_allowed', 'not_allowed']);
  expect(await told(stranger, shared)).toEqual(['not_found', 'not_found']);
  expect((await colleague.list()).map(({ editable }) => editable)).toEqual([0]);
  expect((await owner.list()).find(({ pk }) => pk === shared)?.filter).toMatchObject({ text: '' });

  expect((await admin.change(shared, { name: 'Of all' })).objects).toMatchObject([{ name: 'Of all', editable: 1 }]);
  // From now on it is the owner's alone.
  expect((await admin.change(shared, { shared: 0 })).objects).toEqual([]);
  expect(await colleague.names()).toEqual([]);
  expect(await owner.names()).toEqual(['Of all', 'Private']);
  await owner.change(shared, { shared: 1 });
  expect(await codeOf(admin.remove(shared))).toBe('done');
  expect(await owner.names()).toEqual(['Private']);
});
