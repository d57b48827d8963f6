import { deleteGroup } from '@vigil/shared/contract/http/groups';
import { createWallView, deleteWallView, listWallViews, updateWallView } from '@vigil/shared/contract/http/wall-views';
import { MAX_WALL_VIEWS_PER_USER } from '@vigil/shared/contract/limits';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addGroup, addMember, guestTokenOf } from '../../testing/world.ts';

const test = apiTest();

const of = (api: TestApi, token: string) => ({
  list: async () => (await api.call(token, listWallViews)).objects,
  names: async () => (await api.call(token, listWallViews)).objects.map(({ name }) => name),
  save: (name: string, more: object = {}) => api.call(token, createWallView, { body: { name, ...more } }),
  change: (pk: number, body: object) => api.call(token, updateWallView, { params: { pk: String(pk) }, body }),
  remove: (pk: number) => api.call(token, deleteWallView, { params: { pk: String(pk) } }),
});
const codeOf = async (reply: Promise<{ error?: { code: string } | undefined }>) => (await reply).error?.code ?? 'done';
const pkOf = async (reply: ReturnType<ReturnType<typeof of>['save']>) => (await reply).objects[0]?.pk ?? 0;

const layout = { tiles: 'L', seconds: 60, order: 'name', offline: 'alerting' };
const thresholds = { cpu: 70, memory: 95, disk: 80, temperature: 65 };
const usual = {
  layout: { tiles: 'auto', seconds: 20, order: 'attention', offline: 'all' },
  thresholds: { cpu: null, memory: null, disk: null, temperature: null },
};

test('a view is saved as it is, or as walls are without one, listed by name, changed and deleted', async ({ api }) => {
  const company = await addCompany(api);
  const group = await addGroup(api, company, 'Lobby');
  const { id, ...member } = await addMember(api, company, { groups: [group] });
  const own = of(api, member.token);
  const { objects } = await own.save('  Night   shift ', { group_pks: [group, group], layout, thresholds });
  const owner = { pk: member.pk, name: id };
  expect(objects).toMatchObject([{ name: 'Night shift', group_pks: [group], layout, thresholds, owner, editable: 1 }]);
  expect((await own.save('all')).objects).toMatchObject([{ name: 'all', group_pks: null, ...usual }]);
  expect(await own.names()).toEqual(['all', 'Night shift']);
  const pk = objects[0]?.pk ?? 0;
  expect((await own.change(pk, { layout: { seconds: null } })).objects).toMatchObject([
    { name: 'Night shift', group_pks: [group], layout: { ...usual.layout, seconds: null }, thresholds },
  ]);
  expect((await own.change(pk, { name: 'Day', group_pks: null })).objects).toMatchObject([
    { name: 'Day', group_pks: null, layout: { seconds: null } },
  ]);
  expect((await own.remove(pk)).objects).toEqual([pk]);
  expect(await codeOf(own.remove(pk))).toBe('not_found');
  expect(await own.names()).toEqual(['all']);
});

const REFUSED: readonly object[] = [
  { name: '' },
  { name: '   ' },
  { name: 'x'.repeat(51) },
  { name: 'a\u202eb' },
  { group_pks: [] },
  { group_pks: [0] },
  { group_pks: Array.from({ length: 51 }, () => 1) },
  { group_pks: 'all' },
  { layout: { tiles: 'XL' } },
  { layout: { seconds: 2 } },
  { layout: { seconds: 3_601 } },
  { layout: { seconds: 7.5 } },
  { layout: { order: 'colour' } },
  { layout: { offline: 'none' } },
  { layout: { columns: 3 } },
  { thresholds: { cpu: 0 } },
  { thresholds: { memory: 101 } },
  { thresholds: { temperature: 151 } },
  { thresholds: { fan: 1 } },
];

test('what the wall does not know is no view', async ({ api, company }) => {
  const own = of(api, company.admin);
  for (const more of REFUSED) expect([more, await codeOf(own.save('Refused', more))]).toEqual([more, 'malformed']);
  expect(await own.names()).not.toContain('Refused');
  const pk = await pkOf(own.save('Empty change'));
  expect(await codeOf(own.change(pk, {}))).toBe('malformed');
});

test('a name is used once by each user, without regard to case, also by two requests at once', async ({
  api,
  company,
}) => {
  const [own, other] = [of(api, (await addMember(api, company)).token), of(api, (await addMember(api, company)).token)];
  const codes = await Promise.all(['Same', 'SAME', 'same'].map((name) => codeOf(own.save(name))));
  expect(codes.toSorted()).toEqual(['done', 'duplication_wall_view_name', 'duplication_wall_view_name']);
  expect(await codeOf(other.save('Same'))).toBe('done');
  const second = await pkOf(own.save('Second'));
  expect(await codeOf(own.change(second, { name: 'sAme' }))).toBe('duplication_wall_view_name');
  expect(await codeOf(own.change(second, { name: 'SECOND' }))).toBe('done');
});

test('a user has up to 50 views, also when the last ones are saved at once', async ({ api, company }) => {
  const own = of(api, (await addMember(api, company)).token);
  for (let n = 1; n < MAX_WALL_VIEWS_PER_USER; n += 1) await own.save(`View ${n}`);
  const codes = await Promise.all([1, 2].map((n) => codeOf(own.save(`Last ${n}`))));
  expect(codes.toSorted()).toEqual(['done', 'wall_view_limit']);
});

test('the company uses every view; its owner and administrators change it, and guests do not', async ({
  api,
  company,
}) => {
  const [owner, colleague, admin, guest, stranger] = [
    of(api, (await addMember(api, company)).token),
    of(api, (await addMember(api, company)).token),
    of(api, company.admin),
    of(api, await guestTokenOf(api, company)),
    of(api, (await addCompany(api)).admin),
  ];
  const pk = await pkOf(owner.save('Ours'));
  const editable = async ({ list }: typeof owner) => (await list()).find((view) => view.pk === pk)?.editable;
  expect(await Promise.all([owner, colleague, admin, stranger].map(editable))).toEqual([1, 0, 1, undefined]);
  expect(await guest.names()).toContain('Ours');

  const told = async (user: typeof owner) => [
    await codeOf(user.change(pk, { layout: { tiles: 'S' } })),
    await codeOf(user.remove(pk)),
  ];
  expect(await told(colleague)).toEqual(['not_allowed', 'not_allowed']);
  expect(await told(guest)).toEqual(['not_allowed', 'not_allowed']);
  expect(await told(stranger)).toEqual(['not_found', 'not_found']);
  expect(await codeOf(guest.save('Theirs'))).toBe('not_allowed');
  expect((await owner.list()).find((view) => view.pk === pk)?.layout).toEqual(usual.layout);

  expect((await admin.change(pk, { name: 'Of all' })).objects).toMatchObject([{ name: 'Of all', editable: 1 }]);
  expect(await owner.names()).toContain('Of all');
  expect(await codeOf(admin.remove(pk))).toBe('done');
  expect(await owner.names()).not.toContain('Of all');
});

test('a view names groups that its author sees, and keeps those that were deleted or are hidden from who reads it', async ({
  api,
  company,
}) => {
  const groups = [await addGroup(api, company, 'Seen'), await addGroup(api, company, 'Hidden')] as const;
  const [seen, hidden] = groups;
  const member = of(api, (await addMember(api, company, { groups: [seen] })).token);
  const admin = of(api, company.admin);
  const elsewhere = await addCompany(api);

  expect(await codeOf(member.save('Too much', { group_pks: [seen, hidden] }))).toBe('not_found');
  expect(await codeOf(of(api, elsewhere.admin).save('Foreign', { group_pks: [seen] }))).toBe('not_found');
  expect(await codeOf(admin.save('Nowhere', { group_pks: [2_000_000_000] }))).toBe('not_found');

  const own = await pkOf(member.save('Own', { group_pks: [seen] }));
  expect(await codeOf(member.change(own, { group_pks: [hidden] }))).toBe('not_found');
  expect((await admin.change(own, { group_pks: groups })).objects).toMatchObject([{ group_pks: groups }]);
  // The owner does not see one of them; a change of something else leaves it alone.
  expect((await member.change(own, { layout: { tiles: 'M' } })).objects).toMatchObject([{ group_pks: groups }]);

  await api.call(company.admin, deleteGroup, { params: { pk: String(hidden) } });
  expect((await member.list()).find(({ pk }) => pk === own)?.group_pks).toEqual(groups);
  expect(await codeOf(admin.change(own, { group_pks: groups }))).toBe('not_found');
});

test('changes of different parts at the same time are both kept', async ({ api, company }) => {
  const owner = of(api, (await addMember(api, company)).token);
  const admin = of(api, company.admin);
  const pk = await pkOf(owner.save('Shared'));
  const replies = await Promise.all([
    owner.change(pk, { layout }),
    admin.change(pk, { thresholds }),
    admin.change(pk, { name: 'Renamed' }),
  ]);
  expect(replies.map(({ error }) => error?.code)).toEqual([undefined, undefined, undefined]);
  expect((await owner.list()).find((view) => view.pk === pk)).toMatchObject({ name: 'Renamed', layout, thresholds });
});

test('a change while the view is deleted is told that there is none', async ({ api, company }) => {
  const admin = of(api, company.admin);
  const pk = await pkOf(admin.save('Short'));
  const codes = await Promise.all([codeOf(admin.remove(pk)), codeOf(admin.change(pk, { name: 'Longer' }))]);
  expect(codes[0]).toBe('done');
  // Whichever comes first.
  expect(['done', 'not_found']).toContain(codes[1]);
  expect(await admin.names()).not.toContain('Longer');
});

test('walls are told of every change', async ({ api, company }) => {
  const own = of(api, company.admin);
  const told: unknown[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) =>
    told.push(JSON.parse(text)),
  );
  const pk = await pkOf(own.save('Told'));
  await own.change(pk, { name: 'Told again' });
  await own.remove(pk);
  await eventually(() => expect(told).toEqual([1, 2, 3].map(() => ({ t: 'wall_views_changed' }))));
  await unsubscribe();
});
