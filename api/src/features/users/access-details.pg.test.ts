import { signIn } from '@vigil/shared/contract/http/sign-in';
import { readUserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setIpRules, setPolicies } from '../../testing/policies.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addGroup, addMember, PASSWORD } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
test.beforeAll(({ api: started }) => {
  api = started;
});

const params = (pk: UserPk) => ({ pk: String(pk) });
const enter = async (id: string) =>
  (await api.call(null, signIn, { body: { type: '1STEP', mail: id, pw: PASSWORD } })).objects;

test('what a user can do is told by the rules of every call, with the policies of the company and all groups', async () => {
  const own = await addCompany(api);
  const [seen, unseen] = [await addGroup(api, own, 'Seen'), await addGroup(api, own, 'Unseen')];
  const head = await addMember(api, own, { memberTypeId: 6, useApprovalFunction: 1, groups: [seen] });
  const rights = { authFilemanager: 1, authRestart: 1, authDevicemanagement: 1, approverFk: head.pk } as const;
  const member = await addMember(api, own, { ...rights, groups: [seen, unseen] });
  const read = async () =>
    (await api.call(head.token, readUserAccessDetails, { params: params(member.pk) })).objects[0]!;
  const able = async () => (await read()).abilities.filter(({ refusal }) => refusal === null).map(({ name }) => name);
  expect(await read()).toMatchObject({ group_count: 2, groups: [{ pk: seen }] });
  expect(await able()).toEqual(['see', 'transfer', 'agent_restart', 'processes']);
  await setPolicies(api, own, { fileTransfer: 0 });
  expect(await able()).toEqual(['see', 'agent_restart', 'processes']);
});

test('what keeps a user from signing in is told by the checks of a sign-in', async () => {
  const own = await addCompany(api);
  const member = await addMember(api, own, { email: 'own@vigil.test', emailVerifiedAt: new Date() });
  const limits = async () =>
    (await api.call(own.admin, readUserAccessDetails, { params: params(member.pk) })).objects[0]?.sign_in;
  const set = (columns: Partial<typeof users.$inferInsert>) =>
    api.deps.database.asSystem((tx) => tx.update(users).set(columns).where(eq(users.pk, member.pk)));
  expect(await limits()).toEqual([]);
  expect((await enter(member.id)).step3).toBe('success');
  await set({ emailVerifiedAt: null });
  expect([await limits(), (await enter(member.id)).step2]).toEqual([['unverified'], 'fail']);
  await set({ mustChange: 1 });
  expect([await limits(), (await enter(member.id)).cause]).toEqual([
    ['pw_reject', 'unverified'],
    { pw_reject: member.id },
  ]);
  await set({ lockedAt: new Date() });
  expect([await limits(), (await enter(member.id)).step1]).toEqual([['locked', 'pw_reject', 'unverified'], 'fail']);
  await set({ active: false, lockedAt: null, mustChange: 0, emailVerifiedAt: new Date() });
  expect([await limits(), (await enter(member.id)).cause]).toEqual([['inactive'], { inactive: true }]);
  await setPolicies(api, own, { externalAccess: 0 });
  await setIpRules(api, own, { block: 1, subnets: ['192.0.2.1'] });
  expect(await limits()).toEqual(['inactive', 'external_access', 'ip_block']);
});
