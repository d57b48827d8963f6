import { randomUUID } from 'node:crypto';
import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { importGroups, importUsers } from '@vigil/shared/contract/http/imports';
import {
  createUser,
  deleteUser,
  resetUserPassword,
  unlockUser,
  updateUser,
} from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { deviceGroups, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { lockUserChanges } from '@vigil/shared/platform/users/user-rows';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { lockGroupTree } from '../../access/group-tree-lock.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addGroup, addMember, PASSWORD, type TestCompany, type TestUser } from '../../testing/world.ts';

const test = apiTest({}, { nonAdmins: 1_000 });
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const asSystem: TestApi['deps']['database']['asSystem'] = (work) => api.deps.database.asSystem(work);
const addAdmin = () => addMember(api, company, { type: 'Manager', memberTypeId: 2 });
const change = (pk: UserPk, columns: Partial<typeof users.$inferInsert>) =>
  asSystem((tx) => tx.update(users).set(columns).where(eq(users.pk, pk)));
const userOf = async (pk: UserPk) => (await asSystem((tx) => tx.select().from(users).where(eq(users.pk, pk))))[0];
const fresh = () => `name-${randomUUID().slice(0, 8)}`;
const person = (mgrid: string) => ({ mgrid, pw: PASSWORD, name: 'Lee' });
const params = ({ pk }: TestUser) => ({ pk: String(pk) });

const waiting = async () => {
  const [row] = await asSystem((tx) =>
    tx.execute<{ n: number }>(sql`
      select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted and objid = ${company.pk}
        and database = (select oid from pg_database where datname = current_database())`),
  );
  return row?.n;
};

type Answer = Promise<{ readonly status: number; readonly error?: { readonly code: string } | undefined }>;

/** Sends a request that was admitted and waits for a lock, and changes its caller before it goes on. */
const sendAndChange = async (send: () => Answer, meanwhile: () => Promise<unknown>) => {
  const sent = await asSystem(async (tx) => {
    await lockUserChanges(tx, company.pk);
    await lockGroupTree(tx, company.pk);
    const answer = send();
    await eventually(async () => expect(await waiting()).toBe(1));
    await meanwhile();
    return { answer };
  });
  return sent.answer;
};

const losses: readonly { readonly loss: string; readonly lose: (pk: UserPk) => Promise<unknown> }[] = [
  { loss: 'deactivated', lose: (pk) => change(pk, { active: false }) },
  { loss: 'demoted', lose: (pk) => change(pk, { type: 'Member', memberTypeId: 1 }) },
  { loss: 'deleted', lose: (pk) => asSystem((tx) => tx.delete(users).where(eq(users.pk, pk))) },
];

test.each(losses)(
  'an import of users stops when its administrator is $loss while passwords are hashed',
  async ({ lose }) => {
    const admin = await addAdmin();
    const ids = [fresh(), fresh(), fresh()];
    const body = { rows: ids.map(person), import_id: randomUUID() };
    // It takes the lock once the passwords are hashed.
    const answer = await sendAndChange(
      () => api.call(admin.token, importUsers, { body }),
      () => lose(admin.pk),
    );
    expect(answer.error?.code).toBe('not_allowed');
    expect(await asSystem((tx) => tx.$count(users, inArray(users.mgrid, ids)))).toBe(0);
  },
);

test.each(losses)(
  'what an administrator sent before being $loss changes no users and groups afterwards',
  async ({ lose }) => {
    const target = await addMember(api, company);
    const before = await userOf(target.pk);
    const [mgrid, group] = [fresh(), fresh()];
    const groupPk = await addGroup(api, company, fresh());
    const request = { params: params(target) };
    const sends: { [what: string]: (token: string) => Answer } = {
      add: (token) => api.call(token, createUser, { body: person(mgrid) }),
      rename: (token) => api.call(token, updateUser, { ...request, body: { name: 'Other' } }),
      password: (token) => api.call(token, updateUser, { ...request, body: { pw: `${PASSWORD}2` } }),
      reset: (token) => api.call(token, resetUserPassword, { ...request, body: {} }),
      unlock: (token) => api.call(token, unlockUser, request),
      group: (token) => api.call(token, createGroup, { body: { name: group, group_fk: null } }),
      groups: (token) =>
        api.call(token, importGroups, {
          body: { rows: [{ name: group, parent_group_name: '' }], import_id: randomUUID() },
        }),
      grant: (token) =>
        api.call(token, addGroupMember, { body: { device_group_fk: groupPk, member_fk: target.pk, with_parents: 0 } }),
      delete: (token) => api.call(token, deleteUser, request),
    };
    const codes: Record<string, string | number> = {};
    for (const [what, send] of Object.entries(sends)) {
      const admin = await addAdmin();
      const answer = await sendAndChange(
        () => send(admin.token),
        () => lose(admin.pk),
      );
      codes[what] = answer.error?.code ?? answer.status;
    }
    expect(codes).toEqual(Object.fromEntries(Object.keys(sends).map((what) => [what, 'not_allowed'])));
    expect(await userOf(target.pk)).toEqual(before);
    const made = await asSystem(async (tx) => [
      await tx.$count(users, eq(users.mgrid, mgrid)),
      await tx.$count(deviceGroups, eq(deviceGroups.name, group)),
      await tx.$count(groupMembers, eq(groupMembers.memberFk, target.pk)),
    ]);
    expect(made).toEqual([0, 0, 0]);
  },
);

test('a sub-manager who became an ordinary user meanwhile changes no members', async () => {
  const head = await addMember(api, company, { memberTypeId: 6, useApprovalFunction: 1 });
  const target = await addMember(api, company, { approverFk: head.pk });
  const send = () => api.call(head.token, updateUser, { params: params(target), body: { auth_val: 1 } });
  const answer = await sendAndChange(send, () => change(head.pk, { memberTypeId: 1, useApprovalFunction: 0 }));
  expect(answer.error?.code).toBe('not_allowed');
});

test('an administrator whose rights stay changes users after a wait as before', async () => {
  const admin = await addAdmin();
  const target = await addMember(api, company);
  const send = () => api.call(admin.token, updateUser, { params: params(target), body: { name: 'Other' } });
  expect((await sendAndChange(send, async () => undefined)).status).toBe(200);
  expect((await userOf(target.pk))?.name).toBe('Other');
});
