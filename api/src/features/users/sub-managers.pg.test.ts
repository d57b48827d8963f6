import { isDeepStrictEqual } from 'node:util';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import { addGroupMember, removeGroupMember } from '@vigil/shared/contract/http/group-links';
import {
  createUser,
  deleteUser,
  readUser,
  readUserAccessDetails,
  resetUserPassword,
  unlockUser,
  updateUser,
} from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addGroup, addMember, PASSWORD, type TestCompany, type TestUser } from '../../testing/world.ts';

const test = apiTest({}, { nonAdmins: 1_000 });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const params = (pk: UserPk) => ({ pk: String(pk) });
type Change = NonNullable<CallOf<typeof updateUser>['body']>;
type FieldOf<T> = T extends unknown ? keyof T : never;
const put = (token: string, pk: UserPk, body: Change) => api.call(token, updateUser, { params: params(pk), body });
const stored = async (pk: UserPk) => {
  const [row] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.pk, pk)));
  return row;
};

/** A value for each field of `PUT /managers/{pk}`, all of which would be a change for an administrator. */
const values = {
  flag_active: 0,
  flag_use_otp: 1,
  flag_create_qrcode: false,
  use_approval: 1,
  use_approval_function: 1,
  user_type: 6,
  approver_fk: 0,
  date_fmt_id: 2,
  time_zone_id: 3,
  lang_code: 'ja',
  flag_refresh: 0,
  flag_img_refresh: 0,
  refresh_interval: 9,
  img_refresh_interval: 9,
  email: 'other@vigil.test',
  name: 'Other',
  phone: '1',
  tel: '1',
  department: 'Other',
  position: 'Other',
  flag_recept_mail: 1,
  pw: 'An0ther!pw',
  must_change: 1,
  auth_devicemanagement: 1,
  auth_filemanager: 1,
  auth_remotecontrol: 1,
  auth_remoteview: 1,
  auth_restart: 1,
  auth_thumbnailview: 1,
  auth_update: 1,
  auth_val: 7,
  auth_modifyinformation: 1,
  auth_usefunction: 1,
  auth_viewreport: 1,
  disable_filetransfer: 1,
  origin_pw: PASSWORD,
} as const satisfies { readonly [F in FieldOf<Change>]: unknown };
type Field = keyof typeof values;

function bodyOf(field: Field): Change {
  if (field === 'origin_pw') return { user_type: 2, origin_pw: PASSWORD };
  return field === 'pw' || field === 'must_change' ? { pw: values.pw, must_change: 1 } : { [field]: values[field] };
}

/** What a sub-manager with remote control, and without the right to reports, may change of an own member. */
const allowed: readonly Field[] = [
  'auth_remotecontrol',
  'auth_val',
  'auth_modifyinformation',
  'auth_usefunction',
  'disable_filetransfer',
];

const monitoring = 1;
const withoutReports = 7;
const headRights = { memberTypeId: 6, useApprovalFunction: 1, authRemotecontrol: 1, authVal: withoutReports } as const;

/** Users of every kind, all of whom but three have this sub-manager as approver. */
async function addEveryKind(head: TestUser) {
  const ofHead = { approverFk: head.pk, authVal: monitoring } as const;
  const otherHead = await addMember(api, company, { ...headRights, ...ofHead });
  const foreign = await addMember(api, await addCompany(api), { authVal: monitoring });
  return {
    stranger: await addMember(api, company, { authVal: monitoring }),
    'member of another sub-manager': await addMember(api, company, { ...ofHead, approverFk: otherHead.pk }),
    self: head,
    admin: await addMember(api, company, { ...ofHead, type: 'Manager', memberTypeId: 2 }),
    'other sub-manager': otherHead,
    'user of another company': foreign,
  };
}

test('a sub-manager may change the permissions that it has of own members, and no other field of any user', async () => {
  const head = await addMember(api, company, headRights);
  // Its own key as approver makes it no member of its own.
  await api.deps.database.asSystem((tx) => tx.update(users).set({ approverFk: head.pk }).where(eq(users.pk, head.pk)));
  const kinds = await addEveryKind(head);
  for (const field of Object.keys(values) as Field[]) {
    const member = await addMember(api, company, { approverFk: head.pk, authVal: monitoring });
    const before = await stored(member.pk);
    const answer = await put(head.token, member.pk, bodyOf(field));
    const isAllowed = allowed.includes(field);
    const isUnchanged = isDeepStrictEqual(await stored(member.pk), before);
    expect([field, answer.error?.code, isUnchanged]).toEqual([
      field,
      isAllowed ? undefined : 'not_allowed',
      !isAllowed,
    ]);
  }
  for (const [kind, user] of Object.entries(kinds)) {
    const before = await stored(user.pk);
    const expected = kind === 'user of another company' ? 'not_found' : 'not_allowed';
    for (const field of Object.keys(values) as Field[]) {
      const { error } = await put(head.token, user.pk, bodyOf(field));
      expect([kind, field, error?.code]).toEqual([kind, field, expected]);
    }
    for (const endpoint of [readUser, readUserAccessDetails]) {
      const { error } = await api.call(head.token, endpoint, { params: params(user.pk) });
      expect([kind, endpoint.path, error?.code]).toEqual([kind, endpoint.path, expected]);
    }
    expect([kind, await stored(user.pk)]).toEqual([kind, before]);
  }
});

test('a sub-manager adds, deletes, unlocks and resets no user of any kind', async () => {
  const head = await addMember(api, company, headRights);
  const member = await addMember(api, company, { approverFk: head.pk });
  for (const { pk } of [member, ...Object.values(await addEveryKind(head))])
    for (const endpoint of [deleteUser, unlockUser, resetUserPassword]) {
      const { error } = await api.call(head.token, endpoint, { params: params(pk) });
      expect([endpoint.path, error?.code]).toEqual([endpoint.path, 'not_allowed']);
    }
  const body = { mgrid: 'by-sub-manager', pw: PASSWORD, name: 'Lee' };
  expect((await api.call(head.token, createUser, { body })).error?.code).toBe('not_allowed');
});

test('the list of a sub-manager has the users whom it may read, and no others', async () => {
  const head = await addMember(api, company, headRights);
  await addEveryKind(head);
  const member = await addMember(api, company, { approverFk: head.pk });
  const { objects, meta } = await api.call(head.token, listUsers, { query: { search_mode: 'all' } });
  expect([objects.map(({ pk }) => pk), meta.total_count]).toEqual([[member.pk], 1]);
});

test('a sub-manager without members sees an empty list, and may read and change no user', async () => {
  const seen = await addGroup(api, company, 'Seen without members');
  const head = await addMember(api, company, { ...headRights, groups: [seen] });
  const { objects, meta } = await api.call(head.token, listUsers, { query: { search_mode: 'all' } });
  expect([objects, meta.total_count]).toEqual([[], 0]);
  for (const { pk } of Object.values(await addEveryKind(await addMember(api, company, headRights)))) {
    const answers = [
      await api.call(head.token, readUser, { params: params(pk) }),
      await api.call(head.token, readUserAccessDetails, { params: params(pk) }),
      await put(head.token, pk, { auth_remotecontrol: 1 }),
      await api.call(head.token, addGroupMember, { body: { device_group_fk: seen, member_fk: pk } }),
    ];
    expect(answers.map(({ status }) => status)).toSatisfy((all: number[]) =>
      all.every((status) => status === 403 || status === 404),
    );
  }
});

test('a sub-manager grants and removes groups that it sees, for own members only', async () => {
  const [seen, unseen] = [await addGroup(api, company, 'Seen'), await addGroup(api, company, 'Unseen')];
  const rights = { memberTypeId: 6, useApprovalFunction: 1, authRemotecontrol: 1, groups: [seen] } as const;
  const head = await addMember(api, company, rights);
  const [member, stranger] = [await addMember(api, company, { approverFk: head.pk }), await addMember(api, company)];
  const link = (group: typeof seen, user = member.pk) =>
    api.call(head.token, addGroupMember, { body: { device_group_fk: group, member_fk: user } });
  expect((await link(unseen)).error).toMatchObject({ reason: 'group' });
  expect((await link(seen, stranger.pk)).error).toMatchObject({ detail: 'not_member' });
  const granted = (await link(seen)).objects[0];
  const { objects } = await api.call(head.token, readUserAccessDetails, { params: params(member.pk) });
  expect(objects[0]?.groups).toMatchObject([{ pk: seen, path: 'Seen', link_pk: granted?.pk, refusal: null }]);
  const restart = objects[0]?.permissions.find(({ name }) => name === 'CSRestart');
  expect(restart).toEqual({
    name: 'CSRestart',
    target: 'cs',
    value: 0,
    refusal: { reason: 'flag', detail: 'CSRestart' },
  });
  const removed = { params: { pk: String(granted?.pk) }, query: {} };
  expect((await api.call(head.token, removeGroupMember, removed)).status).toBe(200);
});

test('a sub-manager is told before any question that a subgroup out of sight is in the way', async () => {
  const top = await addGroup(api, company, 'Top of both');
  const below = await addGroup(api, company, 'Out of sight', top);
  const head = await addMember(api, company, { ...headRights, groups: [top] });
  const member = await addMember(api, company, { approverFk: head.pk, groups: [top, below] });
  const { objects } = await api.call(head.token, readUserAccessDetails, { params: params(member.pk) });
  const link = objects[0]?.groups.find(({ pk }) => pk === top)?.link_pk;
  for (const with_subgroups of ['0', '1'] as const) {
    const call = { params: { pk: String(link) }, query: { with_subgroups } };
    const refused = await api.call(head.token, removeGroupMember, call);
    expect(refused).toMatchObject({ status: 403, error: { code: 'subgroup_out_of_sight' } });
  }
  const call = { params: { pk: String(link) }, query: { with_subgroups: '1' } } as const;
  expect((await api.call(company.admin, removeGroupMember, call)).objects).toHaveLength(2);
});
