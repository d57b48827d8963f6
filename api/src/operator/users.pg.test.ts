import { readProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { listUsers } from '@vigil/shared/contract/http/users';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { apiTest } from '../testing/fixture.ts';
import { createOperatorRunner } from '../testing/operator-runner.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addCompany, addMember, type TestCompany } from '../testing/world.ts';

const test = apiTest();
let api: TestApi;
let folder: string;
test.beforeAll(({ api: started, folder: own }) => {
  [api, folder] = [started, own];
});

const run = (line: string) => createOperatorRunner(api, folder).run(line, '--json');

const userOf = async (id: string) => {
  const [row] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, id)));
  return row;
};
const auditsOf = (company: TestCompany) =>
  api.deps.database.asSystem(async (tx) => {
    const rows = await tx.select().from(audits).where(eq(audits.companyFk, company.pk)).orderBy(audits.pk);
    return rows.filter(({ name }) => name === 'operator').map((row) => [row.actNameId, row.oldValue, row.newValue]);
  });
const isAdmin = async (token: string) => (await api.call(token, listUsers, { query: {} })).status === 200;

test('an ordinary user becomes an administrator and an ordinary user again, with open sessions and in the audit', async () => {
  const company = await addCompany(api);
  const person = await addMember(api, company, { disableFileTransfer: 1 });
  const member = await addMember(api, company, { approverFk: null });
  expect(await isAdmin(person.token)).toBe(false);
  expect(await run(`users role ${person.id} administrator`)).toMatchObject({ code: 0, error: '' });
  expect(await isAdmin(person.token)).toBe(true);
  const admin = { type: 'Manager', memberTypeId: 2, useApprovalFunction: 1, disableFileTransfer: 0 };
  expect(await userOf(person.id)).toMatchObject(admin);
  await api.deps.database.asSystem((tx) =>
    tx.update(users).set({ approverFk: person.pk }).where(eq(users.pk, member.pk)),
  );
  // A repetition changes nothing, and is not recorded.
  expect((await run(`users role ${person.id} administrator`)).code).toBe(0);
  expect((await run(`users role ${person.id} user`)).code).toBe(0);
  expect(await isAdmin(person.token)).toBe(false);
  expect(await userOf(person.id)).toMatchObject({ type: 'Member', memberTypeId: 1, useApprovalFunction: 0 });
  expect((await userOf(member.id))?.approverFk).toBeNull();
  expect(await auditsOf(company)).toEqual([
    [41, `${person.id} user_type: 1`, `${person.id} user_type: 2`],
    [41, `${member.id} approver_fk: ${person.id}`, `${member.id} approver_fk: 0`],
    [41, `${person.id} user_type: 2`, `${person.id} user_type: 1`],
  ]);
});

test('the last active administrator of a company is neither demoted nor deactivated', async () => {
  const company = await addCompany(api);
  await addCompany(api);
  await addMember(api, company, { type: 'Manager', memberTypeId: 2, active: true }).then(async ({ pk }) =>
    api.deps.database.asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, pk))),
  );
  for (const line of [`users role ${company.adminId} user`, `users deactivate ${company.adminId}`])
    expect(await run(line)).toMatchObject({
      code: 1,
      error: expect.stringContaining('last active administrator') as string,
    });
  expect(await userOf(company.adminId)).toMatchObject({ type: 'Manager', active: true });
  expect((await api.call(company.admin, readProfile)).status).toBe(200);
  const person = await addMember(api, company);
  expect((await run(`users role ${person.id} administrator`)).code).toBe(0);
  expect((await run(`users role ${company.adminId} user`)).code).toBe(0);
});

test('partners keep their type, and other roles are none', async () => {
  const company = await addCompany(api);
  const partner = await addMember(api, company, { memberTypeId: 7 });
  expect(await run(`users role ${partner.id} administrator`)).toMatchObject({ code: 1 });
  const person = await addMember(api, company);
  expect(await run(`users role ${person.id} partner`)).toMatchObject({ code: 2 });
});

test('what an operator changes of an account is in the audit of its company', async () => {
  const company = await addCompany(api);
  const person = await addMember(api, company);
  const set = { lockedAt: new Date(), failureCount: 5, otpSecret: 'sealed', otpConfirmedAt: new Date() };
  await api.deps.database.asSystem((tx) => tx.update(users).set(set).where(eq(users.pk, person.pk)));
  const before = await userOf(person.id);
  for (const word of ['unlock', 'reset-otp', 'deactivate', 'activate'])
    expect(await run(`users ${word} ${person.id}`)).toMatchObject({ code: 0 });
  expect(await auditsOf(company)).toEqual([
    [45, `${person.id} locked: 1`, `${person.id} locked: 0`],
    [44, `${person.id} authenticator: `, `${person.id} authenticator: reset`],
    [41, `${person.id} flag_active: 1`, `${person.id} flag_active: 0`],
    [41, `${person.id} flag_active: 0`, `${person.id} flag_active: 1`],
  ]);
  // A sign-in that waits for a code of the old authenticator ends.
  expect((await userOf(person.id))?.credentialVersion).toBe((before?.credentialVersion ?? 0) + 1);
});

test('consoles read again what an operator has changed of an account: its own those of the profile, those of others the groups', async () => {
  const company = await addCompany(api);
  const person = await addMember(api, company, { groups: [company.home] });
  const published: unknown[] = [];
  const unsubscribe = await api.deps.redis.subscribe(busChannels.company(company.pk), (text) =>
    published.push(JSON.parse(text)),
  );
  const profile = expect.objectContaining({ t: 'profile_changed' }) as unknown;
  for (const change of ['role ID administrator', 'rights ID --use-approval 1', 'reset-otp ID', 'activate ID']) {
    published.length = 0;
    expect(await run(`users ${change.replace('ID', person.id)}`)).toMatchObject({ code: 0 });
    await eventually(() => expect(published).toContainEqual(profile));
    if (!change.startsWith('role')) continue;
    const group = expect.objectContaining({ t: 'group_changed', details: [company.home] }) as unknown;
    await eventually(() => expect(published).toContainEqual(group));
  }
  await unsubscribe();
});

test('an approver may decide requests', async () => {
  const company = await addCompany(api);
  const [person, other] = [await addMember(api, company), await addMember(api, company)];
  expect(await run(`users rights ${person.id} --approver ${other.id}`)).toMatchObject({ code: 1 });
  expect((await userOf(person.id))?.approverFk).toBeNull();
});

test('the deactivation of a requester ends the tickets, by the operator', async () => {
  const company = await addCompany(api);
  const requester = await addMember(api, company);
  const at = new Date();
  const [ticket] = await api.deps.database.asSystem((tx) =>
    tx
      .insert(tickets)
      .values({
        companyFk: company.pk,
        requesterFk: requester.pk,
        requesterId: requester.id,
        requesterName: 'Jun Sato',
        workStart: at,
        workEnd: new Date(at.getTime() + 3_600_000),
        reason: 'Firmware',
      })
      .returning(),
  );
  const ended = await run(`users deactivate ${requester.id}`);
  expect(ended).toMatchObject({ code: 0 });
  expect(JSON.parse(ended.out)).toMatchObject({ tickets_ended: 1 });
  const [row] = await api.deps.database.asSystem((tx) => tx.select().from(tickets).where(eq(tickets.pk, ticket!.pk)));
  expect(row?.state).toBe(4);
});

test('an operator makes a link that signs a user in once, with a session of its own', async () => {
  const company = await addCompany(api);
  const person = await addMember(api, company, { langCode: 'en' });
  const made = await run(`users link ${person.id} --minutes 5 --redirect /en/device/all`);
  expect(made).toMatchObject({ code: 0, error: '' });
  const { url, expires_at } = JSON.parse(made.out) as { url: string; expires_at: string };
  expect(url).toMatch(/^https:\/\/vigil\.test\/en\/access\/auth_token\?token=.+&redirect=%2Fen%2Fdevice%2Fall$/u);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(60_000);
  const key = new URL(url).searchParams.get('token') ?? '';
  const follow = () => api.call(null, signIn, { body: { type: 'LINK', key } });
  const { token } = (await follow()).objects;
  expect((await api.call(token, readProfile)).objects[0]).toMatchObject({ mgrid: person.id, by_password: false });
  expect((await follow()).error?.code).toBe('link_invalid');
  expect(await auditsOf(company)).toEqual([[93, null, person.id]]);
});

test.each([
  ['users link nobody@vigil.test', 1],
  ['users link ID --redirect //evil.example', 2],
  ['users link ID --minutes 61', 2],
])('no link is made by "%s"', async (line, code) => {
  const company = await addCompany(api);
  expect(await run(line.replace('ID', company.adminId))).toMatchObject({ code, out: '' });
  expect(await auditsOf(company)).toEqual([]);
});

test('an account that is deactivated gets no link', async () => {
  const person = await addMember(api, await addCompany(api));
  await run(`users deactivate ${person.id}`);
  expect(await run(`users link ${person.id}`)).toMatchObject({ code: 1, out: '' });
});
